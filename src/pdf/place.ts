import { type Frame, type Look, lookOf, rotatedSize, textLook } from './lookOf.ts'
import type { Face, Faces } from './faces.ts'
import type { Form, Page } from './form.ts'
import { readPng } from './readPng.ts'
import { isSignature, kindKey, overlaps } from './drawnSignatures.ts'
import { type Placed, PdfTrouble } from './PdfContent.ts'
import { bytesOf, type Dict, dictOf, encodeText, isDict, Name, pdfDate, PdfStream, PdfString, type PdfValue, Ref } from './PdfValue.ts'
import { packed, type Update } from './update.ts'

const dark = '0.07 0.09 0.15 rg'

/**
 * Removes earlier signatures: drawn ones of the app or on top of a signature field, and digital ones, so that
 * the field can be signed again.
 */
export function clearSignatures(form: Form, update: Update): void {
  const { file, pages } = form
  const fields = [...form.fields.values()].filter(({ type }) => type === 'signature')
  for (const [index, page] of pages.entries()) {
    const boxes = fields.flatMap((field) =>
      field.boxes.filter((box) => box.page === index + 1).map((box) => file.numbers(box.dict.get('Rect'))),
    )
    const list = file.list(page.dict.get('Annots'))
    const stays = list.filter((entry) => {
      const dict = file.dict(entry)
      if (!dict || !isSignature(file, dict)) return true
      return !dict.has(kindKey) && !boxes.some((box) => overlaps(file.numbers(dict.get('Rect')), box))
    })
    if (stays.length < list.length) setAnnotations(form, update, page, stays)
  }
  for (const field of fields) {
    for (const { ref, dict } of field.dicts) {
      if (!dict.delete('V')) continue
      if (ref) update.set(ref, dict)
      for (const box of field.boxes) {
        box.dict.delete('AP')
        if (box.ref) update.set(box.ref, box.dict)
      }
    }
  }
}

function setAnnotations({ file }: Form, update: Update, page: Page, list: readonly PdfValue[]): void {
  const place = page.dict.get('Annots')
  if (place instanceof Ref && Array.isArray(file.get(place))) {
    const own = file.get(place) as PdfValue[]
    own.splice(0, own.length, ...list)
    update.set(place, own)
  } else {
    page.dict.set('Annots', [...list])
    if (page.ref) update.set(page.ref, page.dict)
  }
}

/** The text below the strokes of a signature. */
export const stampText = ({ signatory, at }: Placed): string =>
  [signatory, at].filter((part) => part !== undefined && part !== '').join(' · ')

/** Texts that `place` will draw, to load their fonts. */
export const textsOfPlaced = (placed: readonly Placed[]): string[] =>
  placed.map((one) => (one.kind === 'signature' ? stampText(one) : textOf(one)))

const textOf = ({ kind, text, at }: Placed): string => text ?? (kind === 'date' ? (at ?? '').slice(0, 10) : '')

/**
 * Places texts, dates and signatures on pages.
 * @throws PdfTrouble broken, for a missing page or an unreadable picture
 */
export function place(form: Form, update: Update, faces: Faces, placed: readonly Placed[], now: Date): void {
  for (const one of placed) {
    const page = form.pages[one.page - 1]
    if (!page) throw new PdfTrouble('broken')
    const [a, b, c, d] = one.rect
    const rect: Rect = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
    const frame = plainFrame(rect, one.rotation ?? 0)
    const look = one.kind === 'signature' ? signatureLook(update, faces, frame, one) : textPlacedLook(faces, frame, one)
    const annotation = annotationOf(one, rect, addForm(update, look), now)
    if (page.ref) annotation.set('P', page.ref)
    setAnnotations(form, update, page, [...form.file.list(page.dict.get('Annots')), update.add(annotation)])
  }
}

type Rect = [left: number, bottom: number, right: number, top: number]

/** A frame without border and background. */
const plainFrame = ([left, bottom, right, top]: Rect, rotation: number): Frame => ({
  ...rotatedSize(right - left, top - bottom, rotation),
  background: [],
  border: [],
  borderWidth: 0,
  borderStyle: 'S',
})

function addForm(update: Update, { content, dict }: Look): Ref {
  const form = new Map([...dictOf({ Type: new Name('XObject'), Subtype: new Name('Form') }), ...dict])
  const bytes = Uint8Array.from(content, (char) => char.charCodeAt(0) & 0xff)
  return update.add(packed(form, bytes))
}

function annotationOf(one: Placed, rect: Rect, appearance: Ref, now: Date): Dict {
  const isStamp = one.kind === 'signature'
  const annotation: Dict = dictOf({
    Type: new Name('Annot'),
    Subtype: new Name(isStamp ? 'Stamp' : 'FreeText'),
    [kindKey]: new Name(one.kind),
    Rect: rect,
    // Printed with the page; locked against accidental moves.
    F: 4 + 128,
    Contents: encodeText(isStamp ? stampText(one) : textOf(one)),
    M: new PdfString(bytesOf(pdfDate(now))),
    AP: dictOf({ N: appearance }),
  })
  if (isStamp) annotation.set('Name', new Name('Signature'))
  else annotation.set('DA', encodeText(`/Helv ${one.fontSize ?? 0} Tf ${dark}`))
  if (one.signatory) annotation.set('T', encodeText(one.signatory))
  if (one.at) annotation.set('MusterAt', encodeText(one.at))
  return annotation
}

function textPlacedLook(faces: Faces, frame: Frame, one: Placed) {
  const text = textOf(one)
  const size = one.fontSize ?? 0
  const multiline = text.includes('\n') || frame.height > (size || 12) * 2.4
  return textLook(faces, frame, {
    text,
    style: { font: 'MFsans', size, colour: dark },
    align: 0,
    multiline,
    cells: undefined,
    fonts: undefined,
  })
}

const n = (value: number): string => String(Math.round(value * 100) / 100)

/** Scales the drawing to fit above the text strip, keeping its proportions. */
function drawn(across: number, up: number, { width, height, strip }: { width: number; height: number; strip: number }): string {
  const scale = Math.min(width / across, height / up)
  const [w, h] = [across * scale, up * scale]
  return `q ${n(w)} 0 0 ${n(h)} ${n((width - w) / 2)} ${n(strip + (height - h) / 2)} cm /Drawn Do Q`
}

/** The strokes, and below them in small letters who signed and when. */
function signatureLook(update: Update, faces: Faces, frame: Frame, one: Placed) {
  const says = stampText(one)
  const strip = says === '' ? 0 : Math.max(Math.min(9, frame.height * 0.25), Math.min(5, frame.height / 2))
  const [width, height] = [frame.width, frame.height - strip]
  const parts: string[] = []
  const resources: Dict = new Map()
  if (one.outlines) {
    const paths = one.outlines.flatMap((points) => {
      const corners: string[] = []
      for (let at = 0; at + 1 < points.length; at += 2)
        corners.push(`${n((points[at] ?? 0) * width)} ${n(strip + (1 - (points[at + 1] ?? 0)) * height)} ${at === 0 ? 'm' : 'l'}`)
      return corners.length > 2 ? [`${corners.join('\n')}\nh`] : []
    })
    if (paths.length > 0) parts.push(`q ${dark}\n${paths.join('\n')}\nf Q`)
  } else if (one.jpeg) {
    const { bytes, width: across, height: up } = one.jpeg
    const picture = dictOf({
      Type: new Name('XObject'),
      Subtype: new Name('Image'),
      Width: across,
      Height: up,
      ColorSpace: new Name('DeviceRGB'),
      BitsPerComponent: 8,
      Filter: new Name('DCTDecode'),
    })
    resources.set('XObject', dictOf({ Drawn: update.add(new PdfStream(picture, bytes)) }))
    parts.push(drawn(across, up, { width, height, strip }))
  } else if (one.png) {
    const bitmap = readPng(one.png)
    const image = (colours: Uint8Array, grey: boolean, mask?: Ref): Ref =>
      update.add(
        packed(
          new Map([
            ...dictOf({
              Type: new Name('XObject'),
              Subtype: new Name('Image'),
              Width: bitmap.width,
              Height: bitmap.height,
              ColorSpace: new Name(grey ? 'DeviceGray' : 'DeviceRGB'),
              BitsPerComponent: 8,
            }),
            ...(mask ? ([['SMask', mask]] as const) : []),
          ]),
          colours,
        ),
      )
    const ref = image(bitmap.colours, bitmap.grey, bitmap.alpha && image(bitmap.alpha, true))
    resources.set('XObject', dictOf({ Drawn: ref }))
    parts.push(drawn(bitmap.width, bitmap.height, { width, height, strip }))
  }
  const used: Face[] = []
  if (says !== '') {
    const low: Frame = { ...frame, height: strip, turn: 0 }
    const text = textLook(faces, low, {
      text: says,
      style: { font: 'MFsans', size: 0, colour: dark },
      align: 0,
      multiline: false,
      cells: undefined,
      fonts: undefined,
    })
    parts.push(text.content)
    const own = text.dict.get('Resources')
    const fonts = isDict(own) ? own.get('Font') : undefined
    if (fonts !== undefined) resources.set('Font', fonts)
  }
  const look = lookOf(frame, parts.join('\n'), used)
  look.dict.set('Resources', resources)
  return look
}
