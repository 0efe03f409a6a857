import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type OutboxView } from '../../store/outbox.ts'
import { usePending } from '../../store/pending.ts'
import { Notice } from '../../ui/Notice.tsx'

const Table = chakra('table', {
  base: {
    width: 'full',
    marginTop: '3',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    textStyle: 'small',
    '& :is(th, td)': { padding: '2', textAlign: 'start', verticalAlign: 'top', borderBottom: '1px solid', borderColor: 'border.default' },
    '& th': { fontWeight: 'semibold' },
  },
})

const at = (model: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
      model,
    )

/** Both values of what two people changed; the form itself is where one decides. */
export function Conflict({ save }: { readonly save: OutboxView }) {
  const { t } = useLingui()
  const { current, fields = [], rev } = save.error ?? {}
  const mine = usePending(save.path, current, rev)
  if (fields.length === 0) return null
  const text = (value: unknown) => {
    if (value === undefined || value === null || value === '') return '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(', ') : t`${value.length} items`
    return typeof value === 'object' ? t`Changed` : String(value)
  }
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Answer</Trans>
            </th>
            <th scope="col">
              <Trans>Yours</Trans>
            </th>
            <th scope="col">
              <Trans>Theirs</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{field.replace(/[_.]+/g, ' ')}</th>
              <td>{text(at(mine?.model, field))}</td>
              <td>{text(at(current, field))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div style={{ marginTop: '0.75rem' }}>
        <Notice>
          <Trans>Edit opens the form with your answers. Correct what needs it and save: that version counts. Discard keeps theirs.</Trans>
        </Notice>
      </div>
    </>
  )
}
