import { useLingui } from '@lingui/react/macro'
import { Button } from './Button.tsx'
import type { Question } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'

export function QuestionDialog({ question, onAnswer }: { readonly question: Question; readonly onAnswer: (yes: boolean) => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      role="alertdialog"
      title={question.text}
      width={420}
      fullBelow={0}
      onClose={() => onAnswer(question.alert === true)}
      actions={
        <>
          {!question.alert && <Button onClick={() => onAnswer(false)}>{question.cancel ?? t`Cancel`}</Button>}
          <Button kind={question.danger ? 'danger' : 'primary'} autoFocus={!question.danger} onClick={() => onAnswer(true)}>
            {question.ok ?? t`OK`}
          </Button>
        </>
      }
    />
  )
}
