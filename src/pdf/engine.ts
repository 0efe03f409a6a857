/*
 * Reads the fields of a PDF and writes a filled one, without a screen: no DOM, no React, no network. pdf.js
 * draws pages, runs scripts and handles dynamic XFA (src/ui/pdf-pages); the ids of annotations are those of
 * pdf.js (`12R`).
 *
 * Values, by type:
 *   text       string; line ends are \n
 *   checkbox   true or false; when one name has several boxes with different export values (a choice),
 *              the export value, '' for none
 *   radio      the export value, '' for none
 *   combo      the export value, or free text when `editable`
 *   list       string[] of export values
 *   signature, button   none
 * `writeFilled` changes only the given fields; the bytes of all others stay the same.
 *
 * In a page use `readInWorker` and `writeInWorker` of `inWorker.ts`: same arguments and results, off the main
 * thread. Types: `shapes.ts`.
 */
import { fetchedFont, type LoadFont } from './fontBytes.ts'
import { Filler } from './fill.ts'
import { PdfFile } from './file.ts'
import { contentOf, readForm } from './form.ts'
import type { Filling, PdfContent } from './shapes.ts'
import { clearSignatures, place, textsOfPlaced } from './place.ts'
import { Update } from './update.ts'
import { updateXfa } from './xfaData.ts'

/** Returns the fields that can be filled in. @throws PdfTrouble */
export async function readFields(bytes: Uint8Array, password?: string): Promise<PdfContent> {
  return contentOf(readForm(await PdfFile.open(bytes, password)))
}

/** The file filled in with `what`: the original bytes, then the changes. @throws PdfTrouble */
export async function writeFilled(bytes: Uint8Array, what: Filling, load: LoadFont = fetchedFont): Promise<Uint8Array> {
  const file = await PdfFile.open(bytes, what.password)
  const form = readForm(file)
  const update = new Update(file)
  const filler = new Filler(form, update)
  const now = new Date()
  const placed = what.placed ?? []
  if (what.clearSignatures) clearSignatures(form, update)
  await filler.fill(what.values, load, what.looks)
  await filler.faces.prepare(textsOfPlaced(placed), load)
  place(form, update, filler.faces, placed, now)
  if (form.acroForm?.has('XFA')) updateXfa(form, update, filler.xfaValues(what.values))
  if (what.readOnly) filler.makeReadOnly()
  filler.finish()
  return update.isEmpty ? bytes : update.finish(now)
}
