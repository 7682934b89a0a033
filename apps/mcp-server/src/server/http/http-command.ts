// Everything that serving over HTTP needs, behind one lazy import.
export { prepareServer } from '../prepare.ts';
export { serveHttp } from './serve-http.ts';
