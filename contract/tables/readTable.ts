import { type FileTable, tableLimits, TableTrouble } from './FileTable.ts'
import { readCsv } from './readCsv.ts'
import { readXlsx } from './readXlsx.ts'

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** Zip, the container of .xlsx. */
const zip = [0x50, 0x4b, 0x03, 0x04]
/** The container of .xls, and of .xlsx files with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const pdf = [0x25, 0x50, 0x44, 0x46]

/** Reads a file by its content; its name does not matter. Throws TableTrouble. */
export function readTable(bytes: Uint8Array): FileTable {
  if (bytes.length === 0) throw new TableTrouble('empty')
  if (bytes.length > tableLimits.bytes) throw new TableTrouble('tooLarge')
  if (begins(bytes, compound)) throw new TableTrouble('oldExcel')
  if (begins(bytes, pdf)) throw new TableTrouble('pdf')
  try {
    return begins(bytes, zip) ? readXlsx(bytes) : readCsv(bytes)
  } catch (error) {
    throw error instanceof TableTrouble ? error : new TableTrouble('damaged')
  }
}
