import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Question {
  readonly text: string
  readonly ok?: string | undefined
  readonly cancel?: string | undefined
  readonly alert?: boolean
  readonly danger?: boolean | undefined
  readonly answer: (yes: boolean) => void
}

let questions: readonly Question[] = []
const listeners = new Set<() => void>()

function change(next: readonly Question[]) {
  questions = next
  for (const listener of listeners) listener()
}

const ask = (question: Omit<Question, 'answer'>) =>
  new Promise<boolean>((resolve) => {
    change([...questions, { ...question, answer: resolve }])
  })

/** Asks the person; resolves with what they chose. Escape is "no". */
export const confirmDialog = (question: {
  readonly text: string
  readonly ok?: string | undefined
  readonly cancel?: string | undefined
  readonly danger?: boolean | undefined
}): Promise<boolean> => ask(question)

/** Tells the person something that they have to acknowledge. */
export const alertDialog = async (text: string): Promise<void> => {
  await ask({ text, alert: true })
}

/** Draws the questions asked by confirmDialog and alertDialog, one at a time. Stands once in the app. */
export function Dialogs() {
  const { t } = useLingui()
  const first = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => questions[0],
  )
  if (!first) return null
  const close = (yes: boolean) => {
    change(questions.slice(1))
    first.answer(yes)
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={first.text}
      width={420}
      fullBelow={0}
      onClose={() => close(first.alert === true)}
      actions={
        <>
          {!first.alert && (
            <Button onClick={() => close(false)} kind="plain">
              {first.cancel ?? t`Cancel`}
            </Button>
          )}
          <Button kind={first.danger ? 'danger' : 'primary'} autoFocus={!first.danger} onClick={() => close(true)}>
            {first.ok ?? t`OK`}
          </Button>
        </>
      }
    />
  )
}
