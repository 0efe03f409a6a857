import { useState } from 'react'
import type { PdfMark } from '../../../contract/forms/PdfConfig.ts'
import { today } from '../../lib/formatDate.ts'
import { newId } from '../../lib/newId.ts'
import { blank, type Drawing } from '../../ui/signature-pad/drawing.ts'
import type { ReadyFormProps } from './pdfFormProps.ts'
import { type FormField, overlap } from './formFields.ts'
import { initialsOf, type Ink } from './inkPaths.ts'
import { useOwnInk } from './useValues.ts'
import type { PageViewState } from './usePageView.ts'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'

/** A box of a signature field, or anywhere on the page. */
export type SignatureTarget = { readonly field: FormField; readonly at: number } | 'free'

/** Puts texts, dates and signatures on the pages. */
export function useMarking({ data, ready: { filling } }: ReadyFormProps, { root, page, viewOf }: PageViewState) {
  const [signing, setSigning] = useState<SignatureTarget>()
  const [drawing, setDrawing] = useState<Drawing>(blank)

  /** Returns a free place in the middle of the visible area, in points of the page. */
  const freePlace = async (width: number, height: number): Promise<Pick<PdfMark, 'page' | 'rect' | 'rotation'>> => {
    const view = await viewOf(page)
    const sheet = root.current?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
    const window = root.current?.querySelector(`.${pdfPagesStyles.root}`)?.getBoundingClientRect()
    const middle = sheet && window ? (window.top + window.height / 2 - sheet.top) / sheet.height : 0.5
    const y = Math.min(view.height - height, Math.max(0, middle * view.height - height / 2))
    const x = (view.width - width) / 2
    const [a = 0, b = 0] = view.convertToPdfPoint(x, y) as number[]
    const [c = 0, d = 0] = view.convertToPdfPoint(x + width, y + height) as number[]
    return {
      page,
      rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
      ...(view.rotation ? { rotation: view.rotation } : {}),
    }
  }

  const signatory = data.auth?.name ?? data.person?.model.name
  const initials = initialsOf(signatory)
  const place = async (kind: 'text' | 'date' | 'initials') => {
    const text = { text: '', date: today(), initials }[kind]
    const mark: PdfMark = {
      id: newId(),
      kind: kind === 'date' ? 'date' : 'text',
      text,
      ...(await freePlace({ text: 200, date: 90, initials: 50 }[kind], 20)),
    }
    filling.setMarks((marks) => [...marks, mark])
    // The person can type into the new mark at once; by then the menu has returned the focus.
    if (kind === 'text') setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-mark="${mark.id}"] input`)?.focus())
  }

  const uid = data.auth?.uid
  const own = useOwnInk(filling, uid)
  const sign = async (target: SignatureTarget, ink: Ink, timestamp: string) => {
    setSigning(undefined)
    const box = target === 'free' ? undefined : target.field.boxes[target.at]
    const where = box
      ? await viewOf(box.page).then((view) => ({
          page: box.page,
          rect: [...box.rect] as PdfMark['rect'],
          ...(view.rotation ? { rotation: view.rotation } : {}),
        }))
      : await freePlace(180, 60)
    const mark: PdfMark = {
      id: newId(),
      kind: 'signature',
      ...where,
      ...ink,
      ...(signatory && { signatory }),
      ...(uid !== undefined && { by: uid }),
      at: timestamp,
    }
    // A new signature replaces the one at the same place.
    filling.setMarks((marks) => [
      ...marks.filter((one) => !(box && one.kind === 'signature' && one.page === mark.page && overlap(one.rect, mark.rect))),
      mark,
    ])
  }
  return { signatory, initials, place, own, sign, signing, setSigning, drawing, setDrawing }
}

export type Marking = ReturnType<typeof useMarking>
