import { settings as arrays } from '../../src/fields/arrays/settings.ts'
import { settings as attachments } from '../../src/fields/attachments/settings.ts'
import { settings as bodyMap } from '../../src/fields/body-map/settings.ts'
import { settings as button } from '../../src/fields/button/settings.ts'
import { settings as calculated } from '../../src/fields/calculated/settings.ts'
import { settings as chat } from '../../src/fields/chat/settings.ts'
import { settings as checklist } from '../../src/fields/checklist/settings.ts'
import { settings as choice } from '../../src/fields/choice/settings.ts'
import { settings as compactInfo } from '../../src/fields/compact-info/settings.ts'
import { settings as compactTable } from '../../src/fields/compact-table/settings.ts'
import { settings as currency } from '../../src/fields/currency/settings.ts'
import { settings as dateTime } from '../../src/fields/date-time/settings.ts'
import { settings as date } from '../../src/fields/date/settings.ts'
import { settings as days } from '../../src/fields/days/settings.ts'
import { settings as fieldMapping } from '../../src/fields/field-mapping/settings.ts'
import { settings as info } from '../../src/fields/info/settings.ts'
import { settings as lookup } from '../../src/fields/lookup/settings.ts'
import { settings as mobile } from '../../src/fields/mobile/settings.ts'
import { settings as notices } from '../../src/fields/notices/settings.ts'
import { settings as pdf } from '../../src/fields/pdf/settings.ts'
import { settings as position } from '../../src/fields/position/settings.ts'
import { settings as scan } from '../../src/fields/scan/settings.ts'
import { settings as search } from '../../src/fields/search/settings.ts'
import { settings as signature } from '../../src/fields/signature/settings.ts'
import { settings as spacer } from '../../src/fields/spacer/settings.ts'
import { settings as splitButton } from '../../src/fields/split-button/settings.ts'
import { settings as staff } from '../../src/fields/staff/settings.ts'
import { settings as task } from '../../src/fields/task/settings.ts'
import { settings as text } from '../../src/fields/text/settings.ts'
import { settings as timeChoice } from '../../src/fields/time-choice/settings.ts'
import { settings as timePicker } from '../../src/fields/time-picker/settings.ts'
import { settings as toggle } from '../../src/fields/toggle/settings.ts'
import { settings as treeview } from '../../src/fields/treeview/settings.ts'
import { settings as validation } from '../../src/fields/validation/settings.ts'
import { settings as video } from '../../src/fields/video/settings.ts'

/** The field types, by folder of src/fields. A new folder is a line here and an import. */
export const fieldSettings = [
  ...text,
  ...mobile,
  ...currency,
  ...days,
  ...timeChoice,
  ...date,
  ...dateTime,
  ...choice,
  ...checklist,
  ...toggle,
  ...signature,
  ...attachments,
  ...chat,
  ...arrays,
  ...info,
  ...calculated,
  ...validation,
  ...button,
  ...notices,
  ...task,
  ...splitButton,
  ...compactInfo,
  ...spacer,
  ...compactTable,
  ...video,
  ...pdf,
  ...treeview,
  ...lookup,
  ...staff,
  ...search,
  ...timePicker,
  ...fieldMapping,
  ...scan,
  ...position,
  ...bodyMap,
] as const
