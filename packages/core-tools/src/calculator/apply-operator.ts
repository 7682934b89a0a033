import { add, divide, modulo, multiply, subtract } from './arithmetic.ts';
import { applyBareCall } from './calls.ts';
import { cubeRoot, squareRoot } from './elementary.ts';
import type { Machine } from './machine.ts';
import { NOTE_MODULO } from './note.ts';
import {
  ADD,
  BARE_CALL,
  CUBE_ROOT_OF,
  DIVIDE,
  IDENTITY,
  MODULO,
  MODULO_SIGN,
  MULTIPLY,
  NEGATE,
  PER_CENT_OF,
  RAISE,
  SQUARE_ROOT_OF,
  SUBTRACT,
} from './operators.ts';
import { addPerCent, multiplyPerCent, subtractPerCent } from './percent.ts';
import { power } from './power.ts';

/** Applies every waiting operator that binds tighter than `power`; tells the last one, 0 where there was none. */
export function applyWaiting(machine: Machine, power: number): number {
  let last = 0;
  while (machine.waitingPower > power) {
    last = machine.waitingOperator;
    machine.operatorPosition = machine.waitingPosition;
    machine.popOperator();
    applyOperator(machine, last);
  }
  return last;
}

function applyOperator(machine: Machine, operator: number): void {
  if (operator >= IDENTITY && operator < RAISE) {
    applyPrefix(machine, operator);
    return;
  }
  const right = machine.pop();
  const left = machine.peek();
  switch (operator) {
    case ADD:
      if (right.isPercent) addPerCent(machine, left, right);
      else add(machine, left, right);
      break;
    case SUBTRACT:
      if (right.isPercent) subtractPerCent(machine, left, right);
      else subtract(machine, left, right);
      break;
    case MULTIPLY:
      multiply(machine, left, right);
      break;
    case DIVIDE:
      divide(machine, left, right);
      break;
    case RAISE:
      machine.leave();
      power(machine, left, right);
      break;
    case PER_CENT_OF:
      multiplyPerCent(machine, left, right);
      break;
    case MODULO_SIGN:
      modulo(machine, left, right);
      machine.notes |= NOTE_MODULO;
      break;
    case MODULO:
      modulo(machine, left, right);
  }
}

function applyPrefix(machine: Machine, operator: number): void {
  machine.leave();
  switch (operator) {
    case IDENTITY:
      break;
    case NEGATE:
      machine.peek().negate();
      break;
    case SQUARE_ROOT_OF:
      machine.rootEnds.set(machine.operatorPosition, machine.position);
      squareRoot(machine, machine.peek());
      break;
    case CUBE_ROOT_OF:
      machine.rootEnds.set(machine.operatorPosition, machine.position);
      cubeRoot(machine, machine.peek());
      break;
    case BARE_CALL:
      applyBareCall(machine);
      break;
  }
}
