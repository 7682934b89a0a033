import { END, readCodes, SPACE } from './characters.ts';
import { domainError, syntaxError } from './failures.ts';
import { Operand } from './operand.ts';
import { createBinaryOperators, OUTERMOST } from './operators.ts';
import type { Name } from './name.ts';

/** Longest expression, in UTF-16 units. */
export const MAX_EXPRESSION_CHARS = 500;
/** How many microseconds' worth of big-number work one expression may cause (measured on a small server). */
const WORK_LIMIT = 2500;
/** Open parentheses, prefix signs and powers. */
const MAX_DEPTH = 100;
/** Between two of these levels at most one sum and one product wait for their right operand. */
const MAX_OPERATORS = 3 * MAX_DEPTH + 4;

/** A function whose argument is being read. */
export interface Call {
  name: Name;
  /** Where the name stands. */
  start: number;
  /** What a comma means outside. */
  outerCommaSeparates: boolean;
  /** Arguments that have been started. */
  count: number;
}

/**
 * Everything one evaluation needs: where it stands in the text, a stack of values, one of operators that wait for their
 * right operand and one of functions that wait for their argument. Reused, so that ordinary calculations allocate
 * nothing.
 */
export class Machine {
  source = '';
  isAscii = true;
  /** The characters of the expression as codes of characters.ts, END behind them. */
  readonly codes: Uint8Array = new Uint8Array(MAX_EXPRESSION_CHARS + 1);
  /** By character: what `+`, `-`, `*` and `/` are between two values, else 0. */
  readonly binaryOperators: Uint8Array = createBinaryOperators();
  position = 0;
  /** What a comma means here: the end of an argument, or thousands (`1,234`). */
  commaSeparates = false;
  /** Where the operator or function that is being applied stands; errors point at it. */
  operatorPosition = 0;
  /** Bits of note.ts. */
  notes = 0;
  /** By the position of a root sign: where its operand ends. Only for expressions that are not ASCII. */
  readonly rootEnds: Map<number, number> = new Map<number, number>();
  private depth = 0;
  private work = 0;
  private top = -1;
  private readonly operands: Operand[] = [];
  private topOperator = 0;
  private readonly operators: Uint8Array = new Uint8Array(MAX_OPERATORS);
  private readonly operatorPositions: Uint16Array = new Uint16Array(MAX_OPERATORS);
  private topCall = -1;
  private readonly calls: Call[] = [];

  start(source: string): void {
    this.source = source;
    this.isAscii = readCodes(source, this.codes);
    this.position = 0;
    this.commaSeparates = false;
    this.operatorPosition = 0;
    this.notes = 0;
    this.depth = 0;
    this.work = 0;
    this.top = -1;
    this.topOperator = 0;
    this.operators[0] = OUTERMOST;
    this.topCall = -1;
    if (!this.isAscii) this.rootEnds.clear();
  }

  /** True as long as there is nothing to tell about how the expression was read. */
  get isPlain(): boolean {
    return this.notes === 0 && this.isAscii;
  }

  /** Skips white space and tells what stands at the position then. */
  nextCode(): number {
    const { codes } = this;
    let { position } = this;
    let code = codes[position] ?? END;
    while (code === SPACE) {
      position += 1;
      code = codes[position] ?? END;
    }
    this.position = position;
    return code;
  }

  /** The code at `position`, which is inside the text or at its end. */
  codeAt(position: number): number {
    return this.codes[position] ?? END;
  }

  /** A new cell on top of the stack, with an old value in it. */
  push(): Operand {
    this.top += 1;
    const reused = this.operands[this.top];
    if (reused !== undefined) return reused;
    const created = new Operand();
    this.operands.push(created);
    return created;
  }

  /** Takes the top cell off; it stays readable until the next push. */
  pop(): Operand {
    this.top -= 1;
    return this.operandAt(this.top + 1);
  }

  peek(): Operand {
    return this.operandAt(this.top);
  }

  /** The top `count` cells, first pushed first, taken off the stack. */
  popMany(count: number): readonly Operand[] {
    this.top -= count;
    return this.operands.slice(this.top + 1, this.top + 1 + count);
  }

  /** Lets an operator of operators.ts wait for its right operand, or a parenthesis for its end. */
  pushOperator(operator: number, position: number): void {
    this.topOperator += 1;
    this.operators[this.topOperator] = operator;
    this.operatorPositions[this.topOperator] = position;
  }

  get waitingOperator(): number {
    return this.operators[this.topOperator] ?? OUTERMOST;
  }

  get waitingPosition(): number {
    return this.operatorPositions[this.topOperator] ?? 0;
  }

  /** How tightly the innermost waiting operator binds its right operand. */
  get waitingPower(): number {
    return this.waitingOperator >> 3;
  }

  popOperator(): void {
    this.topOperator -= 1;
  }

  /** Lets a function wait for its argument. */
  pushCall(name: Name, start: number): void {
    const { commaSeparates } = this;
    this.topCall += 1;
    const reused = this.calls[this.topCall];
    if (reused === undefined) {
      this.calls.push({ name, start, outerCommaSeparates: commaSeparates, count: 1 });
      return;
    }
    reused.name = name;
    reused.start = start;
    reused.outerCommaSeparates = commaSeparates;
    reused.count = 1;
  }

  /** The function that was called last. */
  get currentCall(): Call {
    const call = this.calls[this.topCall];
    if (call === undefined) throw new RangeError('no function waits for an argument');
    return call;
  }

  /** Takes it off; it stays readable until the next call. */
  popCall(): Call {
    const call = this.currentCall;
    this.topCall -= 1;
    return call;
  }

  /** Counts one more open parenthesis, sign or power; `leave` when it is done. */
  enter(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw syntaxError(this.position, `more than ${MAX_DEPTH} nested levels`);
    }
  }

  leave(): void {
    this.depth -= 1;
  }

  /** Keeps any expression below a few milliseconds: `cost` is an estimate in microseconds. */
  spend(cost: number): void {
    this.work += cost;
    if (this.work > WORK_LIMIT) {
      throw domainError(
        this.operatorPosition,
        'this calculation needs too much work with very large numbers',
        'split it into smaller steps',
      );
    }
  }

  private operandAt(index: number): Operand {
    const operand = this.operands[index];
    if (operand === undefined) throw new RangeError('the value stack is empty');
    return operand;
  }
}
