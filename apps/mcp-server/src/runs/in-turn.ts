/** Does what has the same key one after the other, in the order in which it came; what fails does not hold up the next. */
export type InTurn = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key);
    const current = before === undefined ? work() : before.then(work, work);
    last.set(key, current);
    const end = (): void => {
      if (last.get(key) === current) last.delete(key);
    };
    current.then(end, end);
    return current;
  };
}
