export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
export { convert, type Conversion, type ConvertOptions } from './units/convert.ts';
export { convertNumber } from './units/convert-number.ts';
export { findUnit } from './units/find-unit.ts';
export type { Dimension, UnitName } from './units/unit.ts';
