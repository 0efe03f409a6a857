import type { Action } from './action.ts'

/**
 * The `componentConfig` of the screens `picker` and `dialogPicker`, in addition to `title` and `items`
 * (spec/1 §3 "Picker config"). Addresses are of this server. Only the server writes it, and no first paint
 * needs it, so a type without validation is enough.
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
  /** The name under which the device stores the favorites of the list. */
  readonly favourites?: string
  readonly refresh?: boolean
  /** The address of a GET that answers `{ items }`. */
  readonly reloadList?: string
  readonly customAction?: { readonly label: string; readonly action: Action }
  /** Fields of the creation form, as in form settings. */
  readonly newForm?: readonly unknown[]
  /** The address that accepts the new item by POST and answers its `id`. */
  readonly newFormSave?: string
  readonly newLabel?: string
  /** The attribute that gets the pick, in the record at `url` of the page data (/api/data/…). */
  readonly callback?: { readonly attribute: string; readonly store?: 'id' | 'label' | 'item' }
  /** An action or an address for leaving the picker without a choice; default `back`. */
  readonly cancelCallback?: Action
}
