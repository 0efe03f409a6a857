import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Execution } from '../../../contract/endpoints/executions.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { changedMeanwhile, type Edits, editedModel, type Piece } from './pieces.ts'

interface PieceCardProps {
  readonly execution: Execution
  readonly piece: Piece
  readonly edits: Edits
  readonly editable: boolean
  readonly onEdit: (piece: Piece, field: string, value: unknown) => void
  readonly onViewLog: (() => void) | undefined
}

type Kind = 'read' | 'number' | 'text' | 'location' | 'long'

/** The answers of one vendor, or a note; editable in place. */
export function PieceCard({ execution, piece, edits, editable, onEdit, onViewLog }: PieceCardProps) {
  const { t } = useLingui()
  const id = useId()
  const isNote = execution.kind === 'notes'
  const several = execution.kind === 'multiVendor'
  const model = editedModel(piece, edits, !isNote)
  const others = changedMeanwhile(piece, edits)
  const vendor = piece.vendor ?? ''
  const withLocation = execution.collectLocation !== 'Disabled'
  const locations = execution.lookups?.locations ?? []

  const fields: readonly (readonly [name: string, label: string, kind: Kind])[] = [
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

  const control = (name: string, kind: Kind) => {
    const value = model[name]
    const shown = value === null || value === undefined ? '' : String(value)
    const common = { id: `${id}-${name}`, value: shown, 'aria-describedby': name in others ? `${id}-${name}-other` : undefined }
    if (kind === 'read') return <input {...common} className="m-input" readOnly tabIndex={-1} />
    if (kind === 'long')
      return (
        <textarea
          {...common}
          className="m-textarea"
          readOnly={!editable}
          rows={3}
          onChange={({ target }) => onEdit(piece, name, target.value === '' ? null : target.value)}
        />
      )
    if (kind === 'number')
      return (
        <input
          {...common}
          className="m-input"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          readOnly={!editable}
          onChange={({ target }) => onEdit(piece, name, target.value === '' ? null : Number(target.value))}
        />
      )
    return (
      <input
        {...common}
        className="m-input"
        readOnly={!editable}
        list={editable && locations.length > 0 ? `${id}-locations` : undefined}
        onChange={({ target }) => onEdit(piece, name, target.value === '' ? null : target.value)}
      />
    )
  }

  const title = several ? t`${vendor} Manpower` : isNote ? t`Notes` : t`Manpower`
  return (
    <Card aria-labelledby={`${id}-title`} data-piece={piece.key}>
      <div className="m-review-card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {onViewLog && (
          <Button kind="quiet" icon="message" onClick={onViewLog}>
            {t`View Chat Log`}
          </Button>
        )}
      </div>
      {several && (piece.trade !== undefined || piece.costCode !== undefined) && (
        <dl className="m-review-facts">
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
      )}
      <div className="m-review-fields">
        {fields.map(([name, label, kind]) => (
          <div
            key={name}
            className="m-field"
            data-wide={kind === 'long' || undefined}
            data-readonly={!editable || kind === 'read' || undefined}
          >
            <label className="m-label" htmlFor={`${id}-${name}`}>
              {label}
            </label>
            {control(name, kind)}
            {name in others && (
              <Meanwhile id={`${id}-${name}-other`} value={others[name]} onTake={() => onEdit(piece, name, piece.model[name])} />
            )}
          </div>
        ))}
      </div>
      {editable && locations.length > 0 && (
        <datalist id={`${id}-locations`}>
          {locations.map((location) => (
            <option key={location.id}>{location.label}</option>
          ))}
        </datalist>
      )}
    </Card>
  )
}

/** Warns that another person has changed the value that this person is editing. */
function Meanwhile({ id, value, onTake }: { readonly id: string; readonly value: unknown; readonly onTake: () => void }) {
  const { t } = useLingui()
  const now = value === null || value === undefined || value === '' ? t`nothing` : String(value)
  return (
    <div className="m-review-meanwhile">
      <p id={id} className="m-hint">{t`Somebody else changed this to: ${now}`}</p>
      <Button size="desk" onClick={onTake}>{t`Take over`}</Button>
    </div>
  )
}
