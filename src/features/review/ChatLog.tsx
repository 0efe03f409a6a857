import { useLingui } from '@lingui/react/macro'
import { executionFeed, type ExecutionRow, type getExecutionLog } from '../../../contract/endpoints/executions.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { Cached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import * as styles from './review.module.css'

/** The messages of a conversation, line by line; cached on the device after the first view. */
export function ChatLog({
  row,
  log,
  onClose,
}: {
  readonly row: ExecutionRow
  readonly log: Cached<AnswerOf<typeof getExecutionLog>>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      kind="generic"
      width={640}
      title={t`Chat Log`}
      onClose={onClose}
      actions={
        <>
          <LinkButton href={row.execution.feed ?? executionFeed(row.path)} target="_blank" rel="noreferrer" icon="file">
            {t`Open as text`}
          </LinkButton>
          <Button kind="primary" data-autofocus onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <Answered cached={log}>
        {({ text }) => {
          const lines = text.split('\n').filter((line) => line.trim() !== '')
          if (lines.length === 0) return <p className={controls.hint}>{t`Nothing has been said yet.`}</p>
          return (
            <ol className={styles.log}>
              {lines.map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ol>
          )
        }}
      </Answered>
    </Dialog>
  )
}
