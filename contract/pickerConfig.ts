/**
 * What the screens `picker` and `dialogPicker` take beside `title` and `items` (spec/1 §3 "Picker config"), in the page's componentConfig.
 * Addresses are of this server. Only the server writes it, and no first paint needs it: a type is enough.
 */
export interface PickerConfig {
  readonly informational?: boolean
  readonly multiSelect?: boolean
  readonly allowCreate?: boolean
  readonly allowClear?: boolean
  readonly confirm?: boolean
  readonly instructions?: string
  readonly selected?: readonly string[]
  readonly fixedItems?: readonly unknown[]
  readonly contacts?: boolean
  /** Name under which the device keeps the stars of the list. */
  readonly favourites?: string
  readonly catalogue?: boolean
  readonly refresh?: boolean
  /** A GET that answers `{ items }`. */
  readonly reloadList?: string
  readonly customAction?: { readonly label: string; readonly action: string }
  /** Fields of the creation form, as in form settings. */
  readonly newForm?: readonly unknown[]
  /** Takes the new item by POST and answers its `id`. */
  readonly newFormSave?: string
  readonly newLabel?: string
  /** `attribute`: the attribute of the record at `url` (/api/data/…) that takes the pick. Without it `url` is posted `{ selected }`. */
  readonly callback?: { readonly url: string; readonly attribute?: string; readonly store?: 'id' | 'label' | 'item' }
  /** An action or an address when the picker is left without a choice; `back` without it. */
  readonly cancelCallback?: string
}
