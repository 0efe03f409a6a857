import type { Ref } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { personOfBadge } from './findPeople.ts'
import * as styles from './gate.module.css'

interface PersonFieldProps {
  readonly label: string
  readonly typed: string
  readonly onType: (typed: string) => void
  /** All people of the gate, for badges. */
  readonly people: readonly RosterPerson[]
  /** The people that match the typed text. */
  readonly found: readonly RosterPerson[]
  readonly onPick: (person: RosterPerson) => void
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * The field where people identify themselves. Scanners at gates type the content of a badge, then Enter;
 * Enter also picks a single match.
 */
export function PersonField({ label, typed, onType, people, found, onPick, ref }: PersonFieldProps) {
  return (
    <div className={styles.search}>
      <Icon name="search" size={28} />
      <TextField
        ref={ref}
        type="text"
        inputMode="text"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          const sole = personOfBadge(people, typed) ?? (found.length === 1 ? found[0] : undefined)
          if (sole) onPick(sole)
        }}
      />
    </div>
  )
}
