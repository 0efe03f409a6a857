export interface PdfWidget {
  /** From 1; 0 where no page shows it. */
  readonly page: number
  /** Left, bottom, right, top in PDF points, as the file says it: not turned with the page. */
  readonly rect: readonly [number, number, number, number]
  /** Of a checkbox or radio button: what it stands for when it is on. */
  readonly exportValue?: string
  /** As pdf.js calls it. */
  readonly annotationId: string
  /** Nobody sees it: never ask for it. */
  readonly hidden?: boolean
}

export interface PdfField {
  /** Full name, parts joined by dots. */
  readonly name: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'signature' | 'button'
  /** Of its first box, from 1; 0 where no page shows it: never block a submit on it. */
  readonly page: number
  readonly rects: readonly PdfWidget[]
  readonly value: string | string[] | boolean | undefined
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly multiline?: boolean
  readonly comb?: boolean
  readonly password?: boolean
  readonly maxLength?: number
  readonly editable?: boolean
  readonly multiSelect?: boolean
  readonly readOnly: boolean
  readonly required: boolean
  readonly tooltip?: string
  /** Of a signature field: it holds a digital signature, or one that was drawn lies on it. */
  readonly signed?: boolean
  /** Reading order: by page, then as the file lists the boxes of the page. */
  readonly order: number
}

/** What stands on a page beside the fields. */
export interface Placed {
  readonly kind: 'text' | 'signature' | 'date'
  /** From 1. */
  readonly page: number
  /** Left, bottom, right, top in PDF points, as the file says it (`PageViewport.convertToPdfPoint`). */
  readonly rect: readonly [number, number, number, number]
  readonly text?: string
  /** Points; fitted to the box where left out. */
  readonly fontSize?: number
  /** With or without transparency. */
  readonly png?: Uint8Array
  /** Instead of `png`: a photo, with its size in pixels. Three colours, as canvases write it. */
  readonly jpeg?: { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  /** Instead of `png`, and far smaller: closed outlines (x1, y1, x2, y2, …) with 0 0 the top left and 1 1 the bottom right of the box. */
  readonly outlines?: readonly (readonly number[])[]
  readonly signatory?: string
  /** ISO 8601. */
  readonly at?: string
  /** Degrees by which the viewer had turned the page (`PageViewport.rotation`): what was upright on the screen is. */
  readonly rotation?: number
}

export interface PdfContent {
  readonly fields: PdfField[]
  readonly pages: number
  /** Dynamic XFA: no fields of its own. Only the pdf.js document that drew it can save it (`saveDocument()`). */
  readonly isXfa: boolean
  /** Names of the fields that scripts calculate, in their order. */
  readonly calculationOrder: string[]
  readonly encrypted: boolean
  /** Drawn into the file before, by us or by another program; `clearSignatures` takes them out. */
  readonly signatures: readonly {
    readonly page: number
    readonly rect: readonly [number, number, number, number]
    readonly signatory?: string
    readonly at?: string
  }[]
  /** It carries a digital signature that any change would call into question: warn first. */
  readonly digitallySigned: boolean
  /** The owner of an encrypted file allows filling. */
  readonly mayFill: boolean
  readonly title?: string
}

export interface Filling {
  /** By field name. */
  readonly values: Readonly<Record<string, string | readonly string[] | boolean>>
  /** How values are drawn where that is not how they are kept: by field name, of texts and combos. */
  readonly looks?: Readonly<Record<string, string>>
  readonly placed?: readonly Placed[]
  readonly password?: string
  /** Marks every field read-only in the file. */
  readonly readOnly?: boolean
  /** Takes out the signatures that were drawn into the file before. */
  readonly clearSignatures?: boolean
}

/** Why a file can not be read or written. `message` is for logs, never for people. */
export class PdfTrouble extends Error {
  readonly code: 'not-a-pdf' | 'empty' | 'truncated' | 'password' | 'wrong-password' | 'too-large' | 'broken'
  constructor(code: PdfTrouble['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'PdfTrouble'
    this.code = code
  }
}
