import type { PdfFile } from './PdfFile.ts'
import { decodeText, type Dict, PdfString } from './PdfValue.ts'

/** The key that marks an annotation of this app; its value is the kind. */
export const kindKey = 'MusterKind'
export interface Drawn {
  readonly page: number
  readonly rect: readonly [number, number, number, number]
  readonly signatory?: string
  readonly at?: string
}

/** Signatures that were drawn into the file: those of the app, and stamps and ink of other programs. */
export function drawnSignatures(file: PdfFile, pages: readonly { readonly dict: Dict }[]): Drawn[] {
  return pages.flatMap((page, index) =>
    file.list(page.dict.get('Annots')).flatMap((entry) => {
      const dict = file.dict(entry)
      if (!dict || !isSignature(file, dict)) return []
      const [a = 0, b = 0, c = 0, d = 0] = file.numbers(dict.get('Rect'))
      const rect = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const
      const [signatory, at] = ['T', 'MusterAt'].map((key) => {
        const value = file.get(dict.get(key))
        return value instanceof PdfString ? decodeText(value) : undefined
      })
      return [{ page: index + 1, rect: [...rect], ...(signatory ? { signatory } : {}), ...(at ? { at } : {}) } as Drawn]
    }),
  )
}

export const isSignature = (file: PdfFile, dict: Dict): boolean => {
  const own = file.name(dict.get(kindKey))
  return own === undefined ? ['Stamp', 'Ink'].includes(file.name(dict.get('Subtype')) ?? '') : own === 'signature'
}

export const overlaps = (a: readonly number[], b: readonly number[]): boolean =>
  (a[0] ?? 0) < (b[2] ?? 0) && (b[0] ?? 0) < (a[2] ?? 0) && (a[1] ?? 0) < (b[3] ?? 0) && (b[1] ?? 0) < (a[3] ?? 0)
