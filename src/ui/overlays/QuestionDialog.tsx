import { useLingui } from '@lingui/react/macro'
import { Button } from '../controls/Button.tsx'
import type { QuestionProps } from './confirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

export function QuestionDialog({ question, onAnswer }: QuestionProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      role="alertdialog"
      title={question.text}
      kind="generic"
      fullBelow={0}
      onClose={() => onAnswer(question.alert === true)}
      actions={
        <>
          {!question.alert && <Button onClick={() => onAnswer(false)}>{question.cancel ?? t`Cancel`}</Button>}
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {question.ok ?? t`OK`}
          </Button>
        </>
      }
    />
  )
}
