import { lookupNames } from '../../endpoints/lists/lists.ts'

/** The folder of own lists, beside the forms. */
export const listsFolder = 'lists'

const endings = /\.(?:csv|xlsx)$/i
/** Files that editors and systems put beside a list. */
const passed = /^(?:\.|~\$|desktop\.ini$|thumbs\.db$|readme)/i

export type ListFileName = { readonly list: string } | { readonly problem: string }

/** The list that a file of the folder `lists` is; undefined for a file that is none of the author's. */
export function listFileName(file: string): ListFileName | undefined {
  if (passed.test(file)) return undefined
  if (!endings.test(file)) return { problem: 'expected a .csv or .xlsx file: save it as one of them in your spreadsheet' }
  const list = file.replace(endings, '')
  if (!/^[A-Za-z]\w{0,60}$/.test(list))
    return { problem: 'expected a name of letters, digits and _ such as machines.csv, because forms name the list' }
  const own = lookupNames.find((name) => name.toLowerCase() === list.toLowerCase())
  if (own) return { problem: `expected another name: ${own} is a list that each project keeps at Project lists` }
  return { list }
}
