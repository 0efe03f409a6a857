import { useCallback, useSyncExternalStore } from 'react'
import type { Form } from '../../engine/form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/data/Markdown.tsx'
import * as fieldsStyles from '../../fields/fields.module.css'

/** The card at the top of the full form: its name, and the template filled with the answers (spec/1 §2.4). */
export function HeaderCard({ form, name, template }: { readonly form: Form; readonly name: string; readonly template: string }) {
  const text = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('node:', listener), [form]),
    () => form.markdown(undefined, template),
  )
  return (
    <Card className={fieldsStyles.formCard}>
      <h1>{name}</h1>
      <Markdown text={text} />
    </Card>
  )
}
