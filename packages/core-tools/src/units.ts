export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
export { convert, type Conversion } from './units/convert.ts';
export { convertNumber } from './units/convert-number.ts';
export type { ConvertOptions } from './units/convert-options.ts';
export { findUnit } from './units/find-unit.ts';
export type { Dimension, UnitName } from './units/unit.ts';
