import { domainError } from './failures.ts';
import { Operand } from './operand.ts';

/** How many microseconds' worth of big-number work one expression may cause (measured on a small server). */
const WORK_LIMIT = 3000;

/** What a `,` means where the parser stands. */
export const COMMA_GROUPS_DIGITS = 0;
export const COMMA_SEPARATES = 1;
/** Inside functions with an optional second argument: `1,234` is a number, `1, 2` are two arguments. */
export const COMMA_GROUPS_OR_SEPARATES = 2;

/** Everything one evaluation needs: where it stands in the text, and a stack of values. */
export class Machine {
  source = '';
  length = 0;
  position = 0;
  /** Open parentheses, prefix signs and powers. */
  depth = 0;
  commaMode: number = COMMA_GROUPS_DIGITS;
  /** Where the operator or function that is being applied stands; errors point at it. */
  operatorPosition = 0;
  /** Bits of note.ts. */
  notes = 0;
  private work = 0;
  private top = -1;
  private readonly operands: Operand[] = [];

  start(source: string): void {
    this.source = source;
    this.length = source.length;
    this.position = 0;
    this.depth = 0;
    this.commaMode = COMMA_GROUPS_DIGITS;
    this.operatorPosition = 0;
    this.notes = 0;
    this.work = 0;
    this.top = -1;
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
