import { Plural, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type EditFault, longestAnswer, mostHoursEach, mostWorkers } from '../../../contract/rules/editFault.ts'
import type { Execution } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { figuresOfStaff, type StaffTime } from '../../../contract/rules/figuresOfStaff.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { Connected } from '../../ui/controls/connectField.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Reports, reportsOf } from './Reports.tsx'
import { changedMeanwhile, type Edits, editedModel, faultsOf, type Section } from './sectionsOf.ts'
import * as styles from './review.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface PieceCardProps {
  readonly execution: Execution
  readonly piece: Section
  readonly edits: Edits
  /** Who of this vendor checked in at the gates. */
  readonly staff: readonly StaffTime[]
  readonly editable: boolean
  readonly onEdit: (piece: Section, field: string, value: unknown) => void
  readonly onViewLog: (() => void) | undefined
}

type Kind = 'read' | 'number' | 'text' | 'location' | 'long'

type Field = readonly [name: string, label: string, kind: Kind]

/** Returns the fields of an answer, in their order. */
function useFields({ kind, collectLocation }: Execution): readonly Field[] {
  const { t } = useLingui()
  const isNote = kind === 'notes'
  const several = kind === 'multiVendor'
  const withLocation = collectLocation !== 'Disabled'
  return [
    ['project', t`Project`, 'read'],
    ...(several ? [] : ([['vendor', t`Vendor`, 'read']] as const)),
    ...(isNote
      ? ([['comment', t`Comment`, 'long']] as const)
      : ([
          ['worker_count', t`Worker Count`, 'number'],
          ['worker_hours', t`Worker Hours`, 'number'],
          ['hours', t`Hours`, 'read'],
        ] as const)),
    ...(withLocation ? ([['location', t`Location`, 'location']] as const) : []),
    ...(isNote ? [] : ([['notes', t`Notes`, 'long']] as const)),
  ]
}

function useFaultWords(): Readonly<Record<EditFault, string>> {
  const { t } = useLingui()
  return {
    fixed: t`You cannot change this.`,
    text: t`Write at most ${longestAnswer} characters.`,
    wholeNumber: t`Enter a whole number from 0 to ${mostWorkers}.`,
    number: t`Enter a number from 0 to ${mostHoursEach}.`,
  }
}

/** The answers of one vendor, or a note; editable in place. */
export function PieceCard({ execution, piece, edits, staff, editable, onEdit, onViewLog }: PieceCardProps) {
  const { t } = useLingui()
  const id = useId()
  const model = editedModel(piece, edits, execution.kind !== 'notes')
  const others = changedMeanwhile(piece, edits)
  const faults = faultsOf(execution.kind, piece, edits)
  const faultWords = useFaultWords()
  const locations = execution.lookups?.locations ?? []
  const suggestions = editable && locations.length > 0 ? `${id}-locations` : undefined
  const fields = useFields(execution)
  const title = useTitle(execution, piece)
  return (
    <Card aria-labelledby={`${id}-title`} data-piece={piece.key}>
      <div className={styles.cardHead}>
        <h2 id={`${id}-title`}>{title}</h2>
        {onViewLog && (
          <Button kind="quiet" icon="message" onClick={onViewLog}>
            {t`View Chat Log`}
          </Button>
        )}
      </div>
      {execution.kind === 'multiVendor' && <Facts piece={piece} />}
      {staff.length > 0 && <CheckedIn piece={piece} staff={staff} model={model} editable={editable} onEdit={onEdit} />}
      <Reports
        reports={reportsOf(execution, piece.key)}
        shown={model}
        editable={editable}
        onUse={(report) => {
          for (const [name, , kind] of fields) {
            const value = report[name as keyof typeof report]
            if (kind !== 'read' && value !== undefined) onEdit(piece, name, value)
          }
        }}
      />
      <div className={styles.fields}>
        {fields.map(([name, label, kind]) => (
          <div key={name} data-wide={kind === 'long' || undefined}>
            <Field
              id={`${id}-${name}`}
              label={label}
              error={faults[name] && faultWords[faults[name]]}
              describedBy={name in others ? `${id}-${name}-other` : undefined}
            >
              {(connected) => (
                <>
                  <Control
                    connected={connected}
                    kind={kind}
                    value={model[name]}
                    editable={editable}
                    suggestions={suggestions}
                    onEdit={(value) => onEdit(piece, name, value)}
                  />
                  {name in others && (
                    <Meanwhile id={`${id}-${name}-other`} value={others[name]} onTake={() => onEdit(piece, name, piece.model[name])} />
                  )}
                </>
              )}
            </Field>
          </div>
        ))}
      </div>
      {suggestions && (
        <datalist id={suggestions}>
          {locations.map((location) => (
            <option key={location.id}>{location.label}</option>
          ))}
        </datalist>
      )}
    </Card>
  )
}

function useTitle({ kind }: Execution, piece: Section): string {
  const { t } = useLingui()
  const vendor = piece.vendor ?? ''
  if (kind === 'multiVendor') return t`${vendor} Manpower`
  return kind === 'notes' ? t`Notes` : t`Manpower`
}

function Facts({ piece }: { readonly piece: Section }) {
  const { t } = useLingui()
  if (piece.trade === undefined && piece.costCode === undefined) return null
  return (
    <dl className={styles.facts}>
      {piece.trade !== undefined && (
        <div>
          <dt>{t`Trade`}</dt>
          <dd>{piece.trade}</dd>
        </div>
      )}
      {piece.costCode !== undefined && (
        <div>
          <dt>{t`Cost Code`}</dt>
          <dd>{piece.costCode}</dd>
        </div>
      )}
    </dl>
  )
}

/** What the check-in and check-out times of the gates say, and a way to take it where the answer differs. */
function CheckedIn({
  piece,
  staff,
  model,
  editable,
  onEdit,
}: Pick<PieceCardProps, 'piece' | 'staff' | 'editable' | 'onEdit'> & { readonly model: Model }) {
  const { t, i18n } = useLingui()
  const figures = figuresOfStaff(staff, piece.vendor)
  if (!figures) return null
  const { worker_count: count, worker_hours: hours } = figures
  const differs = model['worker_count'] !== count || (hours !== undefined && model['worker_hours'] !== hours)
  const each = durationText((hours ?? 0) * 60)
  const clock = (at: string) => i18n.date(new Date(at), { timeStyle: 'short' })
  return (
    <details className={styles.staff}>
      <summary>
        <Plural value={count} one="# person checked in at the gate" other="# people checked in at the gate" />
        {hours !== undefined && ` · ${t`${each} each`}`}
      </summary>
      <ul>
        {staff.map(({ name, checkinTime, checkoutTime }) => (
          <li key={`${name} ${checkinTime}`}>
            {name}: {clock(checkinTime)} – {checkoutTime === undefined ? t`on site` : clock(checkoutTime)}
          </li>
        ))}
      </ul>
      {editable && differs && (
        <Button
          size="desk"
          onClick={() => {
            onEdit(piece, 'worker_count', count)
            if (hours !== undefined) onEdit(piece, 'worker_hours', hours)
          }}
        >{t`Use the check-in times`}</Button>
      )}
    </details>
  )
}

interface ControlProps {
  readonly connected: Connected
  readonly kind: Kind
  readonly value: unknown
  readonly editable: boolean
  /** Id of the list of locations. */
  readonly suggestions: string | undefined
  onEdit(value: string | number | null): void
}

function Control({ connected, kind, value, editable, suggestions, onEdit }: ControlProps) {
  const shown = value === null || value === undefined ? '' : String(value)
  const common = { ...connected, value: shown }
  if (kind === 'read') return <TextField {...common} value={typeof value === 'number' ? hoursText(value) : shown} readOnly tabIndex={-1} />
  if (kind === 'long')
    return (
      <TextArea {...common} readOnly={!editable} rows={3} onChange={({ target }) => onEdit(target.value === '' ? null : target.value)} />
    )
  if (kind === 'number')
    return (
      <TextField
        {...common}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        readOnly={!editable}
        onChange={({ target }) => onEdit(target.value === '' ? null : Number(target.value))}
      />
    )
  return (
    <TextField
      {...common}
      readOnly={!editable}
      list={suggestions}
      onChange={({ target }) => onEdit(target.value === '' ? null : target.value)}
    />
  )
}

/** Warns that another person has changed the value that this person is editing. */
function Meanwhile({ id, value, onTake }: { readonly id: string; readonly value: unknown; readonly onTake: () => void }) {
  const { t } = useLingui()
  const now = value === null || value === undefined || value === '' ? t`nothing` : String(value)
  return (
    <div className={styles.meanwhile}>
      <p id={id} className={controls.hint}>{t`Another person changed this to: ${now}`}</p>
      <Button size="desk" onClick={onTake}>
        {t({ message: 'Use', context: 'answer' })}
      </Button>
    </div>
  )
}
