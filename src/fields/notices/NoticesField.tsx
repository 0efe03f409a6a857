import { useMemo } from 'react'
import { NoticeList } from '../../ui/feedback/NoticeList.tsx'
import type { FieldProps } from '../defineField.ts'
import { useTexts, useValue } from '../useField.ts'
import { noticesOf } from './noticesOf.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** Messages of the settings and of the record, most severe first; renders nothing without messages. */
export function NoticesField({ form, node, setting }: FieldProps<'notices'>) {
  const own = setting.notices ?? []
  const texts = useTexts(
    form,
    node,
    useMemo(() => (setting.notices ?? []).map(({ message }) => message), [setting]),
  )
  const held = useValue(form, node.path ?? '')
  const notices = [...own.map(({ level }, index) => ({ level, message: texts[index] ?? '' })), ...noticesOf(held)]
  if (notices.every(({ message }) => message.trim() === '')) return null
  return (
    <div className={controls.field} data-attribute={node.path}>
      {setting.label ? <div className={controls.label}>{setting.label}</div> : null}
      <NoticeList notices={notices} bare />
    </div>
  )
}
