import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form } from '../../engine/form.ts'
import { type Option, statusPath } from './rules.ts'

/** The attribute that has the status of a choice. */
export const statusOf = (path: string, { statusAttribute }: FieldSetting<'enum' | 'valueenum'>): string | undefined =>
  path && statusAttribute ? statusPath(path, statusAttribute) : undefined

/** Stores a choice, and its status beside it. */
export function setChoice(form: Form, path: string, setting: FieldSetting<'enum' | 'valueenum'>, option: Option | undefined): void {
  form.set(path, option?.value ?? null)
  const status = statusOf(path, setting)
  if (status) form.set(status, option?.status ?? null)
}
