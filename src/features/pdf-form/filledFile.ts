import type { Filled, PdfContent } from '../../pdf/PdfContent.ts'
import type { Filling } from './filling.ts'
import type { FormField, Value } from './formFields.ts'
import { placedOf } from './inkPaths.ts'
import type { Pdf } from '../../ui/pdf-pages/openPdf.ts'

export interface Source {
  readonly pdf: Pdf
  readonly password: string | undefined
  readonly clearSignatures: boolean
  /** Dynamic XFA, which is read-only here and filled in elsewhere. */
  readonly isXfa: boolean
}

/** Returns the original bytes; pdf.js fetches those it has not read yet. */
export const bytesOf = (pdf: Pdf): Promise<Uint8Array> => pdf.getData()

/** The document with all entered values and drawings, and what can't be drawn of them. */
export interface FilledFile extends Filled {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** @throws PdfTrouble */
export async function filledFile({ pdf, password, clearSignatures, isXfa }: Source, filling: Filling): Promise<FilledFile> {
  if (isXfa) return { bytes: (await bytesOf(pdf)) as Uint8Array<ArrayBuffer>, unshown: {} }
  const { writeInWorker } = await import('../../pdf/readInWorker.ts')
  const filled = await writeInWorker(await bytesOf(pdf), {
    values: filling.changed(),
    looks: filling.looks(),
    placed: await Promise.all(filling.marks().map(placedOf)),
    clearSignatures,
    // People can't change such fields here: their values are totals, or from the author of the form.
    readOnlyToo: true,
    ...(password === undefined ? {} : { password }),
  })
  return filled as FilledFile
}

const plain = (value: Value | undefined): string =>
  value === undefined || value === false
    ? ''
    : JSON.stringify(typeof value === 'string' ? value.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : value)

/**
 * Reopens the file and returns the fields with values that were not written correctly, so that no
 * one relies on a faulty file.
 */
export async function lostIn(
  bytes: Uint8Array,
  fields: readonly FormField[],
  filling: Filling,
  password: string | undefined,
): Promise<FormField[]> {
  const { readInWorker } = await import('../../pdf/readInWorker.ts')
  const { fields: written }: PdfContent = await readInWorker(bytes, password)
  const found = new Map(written.map((field) => [field.name, field.value]))
  const wanted = filling.changed()
  return fields.filter(
    ({ name, fieldType, password: secret }) =>
      fieldType !== 'signature' && !secret && Object.hasOwn(wanted, name) && plain(found.get(name)) !== plain(wanted[name]),
  )
}
