import type { FieldType } from '../../contract/fields.ts'
import type { FieldRules } from '../engine/rules.ts'
import { checkout, preflight, staffSmsContact, subForm, vendor, vendorSmsContact } from './arrays/index.ts'
import { attachments, fileAttachments } from './attachments/index.ts'
import { button, save } from './button/index.ts'
import { calculated } from './calculated/index.ts'
import { enumField, listenum, valueenum } from './choice/index.ts'
import { chat, feed } from './chat/index.ts'
import { compactInfo, ownerProject, ownerTeam, ownerUser } from './compact-info/index.ts'
import { compactTable } from './compact-table/index.ts'
import { currency } from './currency/index.ts'
import { date } from './date/index.ts'
import { days } from './days/index.ts'
import type { FieldDefinition } from './defineField.ts'
import { fieldMapping } from './field-mapping/index.ts'
import { info, textTemplate } from './info/index.ts'
import { lookup } from './lookup/index.ts'
import { mobile, mobilePii } from './mobile/index.ts'
import { notices } from './notices/index.ts'
import { search } from './search/index.ts'
import { pdf } from './pdf/index.ts'
import { signature } from './signature/index.ts'
import { nop, spacer } from './spacer/index.ts'
import { splitbutton } from './split-button/index.ts'
import { task } from './task/index.ts'
import { staff } from './staff/index.ts'
import { password, text } from './text/index.ts'
import { alltime, longtimespan, time, timespan } from './time-choice/index.ts'
import { endTime, timePicker } from './time-picker/index.ts'
import { switchField, toggle } from './toggle/index.ts'
import { treeview } from './treeview/index.ts'
import { validation } from './validation/index.ts'
import { video } from './video/index.ts'

/** The only list of field types; a new type is one line here and a folder beside this file. */
export const fieldDefinitions: Readonly<Record<FieldType, FieldDefinition>> = {
  text,
  password,
  mobile,
  currency,
  days,
  time,
  alltime,
  timespan,
  longtimespan,
  date,
  enum: enumField,
  valueenum,
  listenum,
  toggle,
  switch: switchField,
  signature,
  attachments,
  'file-attachments': fileAttachments,
  feed,
  chat,
  subForm,
  staffSmsContact,
  vendorSmsContact,
  vendor,
  checkout,
  preflight,
  info,
  textTemplate,
  lookup,
  staff,
  calculated,
  validation,
  save,
  button,
  notices,
  task,
  splitbutton,
  compactInfo,
  spacer,
  nop,
  'compact-table': compactTable,
  'owner team': ownerTeam,
  'owner project': ownerProject,
  'owner user': ownerUser,
  search,
  'time-picker': timePicker,
  endTime,
  'field-mapping': fieldMapping,
  'mobile-pii': mobilePii,
  video,
  pdf,
  treeview,
}

export const definitionOf = (type: string): FieldDefinition | undefined =>
  Object.hasOwn(fieldDefinitions, type) ? fieldDefinitions[type as FieldType] : undefined

/** What the engine asks about a type; undefined for one that this version does not know. */
export const rulesOf = (type: string): FieldRules<never> | undefined => definitionOf(type)?.rules
