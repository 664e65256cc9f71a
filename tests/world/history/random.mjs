// Random numbers that are the same in every run.

/** Mulberry32, by Tommy Ettinger (public domain). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** An amount with an irregular last digit, up to `most` thousandths of `unit`. */
  amount(unit, most) {
    return (unit * BigInt(1 + this.below(most))) / 1000n + BigInt(this.below(9973));
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of [weight, value] pairs. */
  weighted(pairs) {
    let at = this.below(pairs.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of pairs) {
      if (at < weight) return value;
      at -= weight;
    }
    throw new Error("the weights are not numbers");
  }
}
