// Preloaded into a server that is started with --expose-gc and an IPC channel: answers each message with the bytes of heap that
// are left after a collection.
process.on('message', () => {
  globalThis.gc();
  process.send(process.memoryUsage().heapUsed);
});
process.channel.unref();
