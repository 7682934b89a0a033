export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
export { convert, type Conversion, type ConvertOptions } from './units/convert.ts';
export { findUnit, type UnitName } from './units/find-unit.ts';
export type { Dimension } from './units/unit.ts';
