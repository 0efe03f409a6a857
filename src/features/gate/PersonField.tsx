import type { Ref } from 'react'
import type { RosterPerson } from '../../../contract/attendance.ts'
import { Icon } from '../../ui/Icon.tsx'
import { personOfBadge } from './findPeople.ts'

interface PersonFieldProps {
  readonly label: string
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Everybody of the gate, for badges. */
  readonly people: readonly RosterPerson[]
  /** Whom the letters have found. */
  readonly found: readonly RosterPerson[]
  readonly onPick: (person: RosterPerson) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** Where one types who one is. Scanners at gates type what a badge says, and Enter; Enter also takes the only one that was found. */
export function PersonField({ label, typed, onType, people, found, onPick, ref }: PersonFieldProps) {
  return (
    <div className="m-gate-search">
      <Icon name="search" size={28} />
      <input
        ref={ref}
        className="m-input"
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
