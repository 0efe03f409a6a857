import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'

export interface Question {
  readonly text: string
  readonly ok?: string | undefined
  readonly cancel?: string | undefined
  readonly alert?: boolean
  readonly danger?: boolean | undefined
  readonly answer: (yes: boolean) => void
}

export interface QuestionProps {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
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

/** Asks the person; resolves to their choice. Escape means "no". */
export const confirmDialog = (question: {
  readonly text: string
  readonly ok?: string | undefined
  readonly cancel?: string | undefined
  readonly danger?: boolean | undefined
}): Promise<boolean> => ask(question)

/** Shows a message that the person must acknowledge. */
export const alertDialog = async (text: string): Promise<void> => {
  await ask({ text, alert: true })
}

/**
 * The browser's own dialog, if ours can't be loaded (an update removed it from the server, and no worker is
 * installed yet).
 */
function PlainQuestion({ question, onAnswer }: QuestionProps) {
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    if (question.alert) window.alert(question.text)
    onAnswer(question.alert === true || window.confirm(question.text))
  })
  return null
}

const QuestionDialog = lazy<ComponentType<QuestionProps>>(() =>
  import('./QuestionDialog.tsx').then(
    (module) => ({ default: module.QuestionDialog }),
    () => ({ default: PlainQuestion }),
  ),
)

/** Draws the questions of confirmDialog and alertDialog, one at a time. Used once in the app. */
export function Dialogs() {
  const first = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => questions[0],
  )
  if (!first) return null
  return (
    <Suspense>
      <QuestionDialog
        question={first}
        onAnswer={(yes) => {
          change(questions.slice(1))
          first.answer(yes)
        }}
      />
    </Suspense>
  )
}
