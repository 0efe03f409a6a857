import { readFields } from './readFields.ts'
import { fillFile } from './writeFilled.ts'

/** Both functions in one module: a page without workers loads them as one file. */
export const engine = { readFields, fillFile }
