/** A place in a line; it knows its neighbours, so that leaving from the middle costs the same at any length. */
export interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | undefined;
  after: Place<Item> | undefined;
}

/** First in, first out; whoever stops waiting leaves at once and keeps no memory. */
export class WaitingLine<Item> {
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get first(): Item | undefined {
    return this.#first?.item;
  }

  join(item: Item): Place<Item> {
    const place: Place<Item> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = place;
    else this.#first = place;
    this.#last = place;
    this.#length += 1;
    return place;
  }

  /** Call it once for each place. */
  leave(place: Place<Item>): void {
    if (place.before) place.before.after = place.after;
    else this.#first = place.after;
    if (place.after) place.after.before = place.before;
    else this.#last = place.before;
    this.#length -= 1;
  }

  takeFirst(): Item | undefined {
    const place = this.#first;
    if (!place) return undefined;
    this.leave(place);
    return place.item;
  }
}
