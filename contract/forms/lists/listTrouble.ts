import { tableLimits, type TableTroubleCode } from '../../tables/FileTable.ts'

const rows = tableLimits.rows - 1

/** Why a file is no list, and what to do, for the author of the file. */
export const listTrouble: Readonly<Record<TableTroubleCode, string>> = {
  empty: 'expected a line of headings and entries below it; the file is empty',
  tooLarge: `expected at most ${tableLimits.bytes / 1024 / 1024} MB: leave out columns and rows that forms do not need`,
  tooManyRows: `expected at most ${rows} entries: leave out those that forms do not need, or make several lists`,
  tooManyColumns: `expected at most ${tableLimits.columns} columns: leave out those that forms do not need`,
  oldExcel: 'this is an old Excel file (.xls), or it has a password: save it as .xlsx without one',
  pdf: 'this is a PDF: save the list as .csv or .xlsx',
  notATable: 'this is a picture or another kind of file: save the list as .csv or .xlsx',
  damaged: 'the file is damaged or not complete: save it again as .csv or .xlsx',
  openQuote: 'a quotation mark " is not closed: close it, or write two of them ("") inside of a cell',
}
