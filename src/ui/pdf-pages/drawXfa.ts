import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { XfaLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import './pdfjsXfa.css'

/**
 * Lays out a page of a dynamic XFA form, which has no image, from its template. It is read-only: nothing in
 * it can be changed or followed.
 */
export async function drawXfa(pdf: PDFDocumentProxy, page: PDFPageProxy, viewport: PageViewport, into: HTMLElement): Promise<void> {
  const xfaHtml = await page.getXfa()
  if (!xfaHtml || !into.isConnected) return
  const div = document.createElement('div')
  const given = { viewport: viewport.clone({ dontFlip: true }), div, xfaHtml, annotationStorage: pdf.annotationStorage, intent: 'display' }
  XfaLayer.render(given as unknown as Parameters<typeof XfaLayer.render>[0])
  for (const control of div.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) control.readOnly = true
  for (const control of div.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>(
    'select, button, input[type=checkbox], input[type=radio]',
  ))
    control.disabled = true
  for (const link of div.querySelectorAll('a')) link.removeAttribute('href')
  into.replaceChildren(div)
}
