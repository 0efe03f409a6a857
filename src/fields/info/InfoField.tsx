import { Markdown } from '../../ui/data/Markdown.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FieldProps } from '../defineField.ts'
import { useMarkdown } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** Text of the settings (Markdown) with the form's values filled in; with a level it is a notice. */
export function InfoField({ form, node, setting }: FieldProps<'info' | 'textTemplate'>) {
  const text = useMarkdown(form, node, setting.type === 'info' ? setting.text : setting.template)
  const level = setting.type === 'info' ? setting.level : undefined
  const content = (
    <>
      {setting.label ? <div className={controls.label}>{setting.label}</div> : null}
      <Markdown text={text} />
    </>
  )
  if (!text.trim() && !setting.label) return null
  return level ? <Notice level={level}>{content}</Notice> : <div className={controls.field}>{content}</div>
}
