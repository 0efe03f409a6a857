import type { Language } from '../../../contract/languages.ts'
import type { Person } from '../sign-in/person.ts'

/** Who asks for which screen, in which language. */
export interface PageQuestion {
  readonly person: Person | undefined
  readonly device: string
  /** What follows the first word of the address: `/frontend/forms/hazard/abc` → ['hazard', 'abc']. */
  readonly rest: readonly string[]
  readonly search: URLSearchParams
  readonly lang: Language
}
