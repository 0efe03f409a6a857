export interface PdfWidget {
  /** From 1; 0 when it is on no page. */
  readonly page: number
  /** Left, bottom, right, top in PDF points, as in the file: not rotated with the page. */
  readonly rect: readonly [number, number, number, number]
  /** For a checkbox or radio button: its value when it is on. */
  readonly exportValue?: string
  /** The id that pdf.js uses. */
  readonly annotationId: string
  /** True when the box is invisible: never ask the user for it. */
  readonly hidden?: boolean
}

export interface PdfField {
  /** Full name, parts joined by dots. */
  readonly name: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'signature' | 'button'
  /** The page of its first box, from 1; 0 when it is on no page: then it must never block a submit. */
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
  /** What the scripts of the file accept in a text field; `digits` for postal codes and the like. */
  readonly format?: 'number' | 'date' | 'time' | 'phone' | 'digits'
  /** For dates, in the letters of Acrobat: `mm/dd/yyyy`. */
  readonly dateFormat?: string
  /** For a signature field: true when it has a digital signature, or a drawn one on top of it. */
  readonly signed?: boolean
  /** Reading order: by page, then by the page's list of boxes. */
  readonly order: number
}

/** A mark on a page that is not a field. */
export interface Placed {
  readonly kind: 'text' | 'signature' | 'date'
  /** From 1. */
  readonly page: number
  /** Left, bottom, right, top in PDF points, as in the file (`PageViewport.convertToPdfPoint`). */
  readonly rect: readonly [number, number, number, number]
  readonly text?: string
  /** Points; default: fits the box. */
  readonly fontSize?: number
  /** With or without transparency. */
  readonly png?: Uint8Array
  /** In place of `png`: a photo, with its size in pixels. Three color channels, as a canvas writes it. */
  readonly jpeg?: { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  /**
   * In place of `png`, and far smaller: closed outlines (x1, y1, x2, y2, …); 0 0 is the top left and 1 1 the
   * bottom right of the box.
   */
  readonly outlines?: readonly (readonly number[])[]
  readonly signatory?: string
  /** ISO 8601. */
  readonly at?: string
  /**
   * The rotation of the page in the viewer, degrees (`PageViewport.rotation`): a mark that is upright on the
   * screen stays so.
   */
  readonly rotation?: number
}

export interface PdfContent {
  readonly fields: PdfField[]
  readonly pages: number
  /**
   * True for dynamic XFA: no fields of its own. Only the pdf.js document that drew it can save it
   * (`saveDocument()`).
   */
  readonly isXfa: boolean
  /** Names of the fields that scripts calculate, in order of calculation. */
  readonly calculationOrder: string[]
  readonly encrypted: boolean
  /**
   * Signatures drawn into the file earlier, by the app or by another program; `clearSignatures` removes them.
   */
  readonly signatures: readonly {
    readonly page: number
    readonly rect: readonly [number, number, number, number]
    readonly signatory?: string
    readonly at?: string
  }[]
  /** True when a digital signature would become invalid with any change: warn the user first. */
  readonly digitallySigned: boolean
  /** True when the owner of an encrypted file permits filling. */
  readonly mayFill: boolean
  readonly title?: string
}

export interface Filling {
  /** Values by field name. */
  readonly values: Readonly<Record<string, string | readonly string[] | boolean>>
  /** Display texts that differ from the values, by field name; for text and combo fields. */
  readonly looks?: Readonly<Record<string, string>>
  readonly placed?: readonly Placed[]
  readonly password?: string
  /** True to write fields that are read-only, too: totals of scripts, and values from the author of the form. */
  readonly readOnlyToo?: boolean
  /** True to make every field read-only in the file. */
  readonly readOnly?: boolean
  /** True to remove signatures that were drawn into the file earlier. */
  readonly clearSignatures?: boolean
}

/** The file filled in, and what its appearances cannot show. */
export interface Filled {
  readonly bytes: Uint8Array
  /** Characters without a glyph in any font, by field name; `''` for marks on pages. The values are complete. */
  readonly unshown: Readonly<Record<string, string>>
}

/** Why a file cannot be read or written. `message` is for logs, never for users. */
export class PdfTrouble extends Error {
  readonly code: 'not-a-pdf' | 'empty' | 'truncated' | 'password' | 'wrong-password' | 'too-large' | 'broken'
  constructor(code: PdfTrouble['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'PdfTrouble'
    this.code = code
  }
}
