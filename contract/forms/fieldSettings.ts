import * as arrays from '../../src/fields/arrays/settings.ts'
import * as attachments from '../../src/fields/attachments/settings.ts'
import * as button from '../../src/fields/button/settings.ts'
import * as calculated from '../../src/fields/calculated/settings.ts'
import * as chat from '../../src/fields/chat/settings.ts'
import * as choice from '../../src/fields/choice/settings.ts'
import * as compactInfo from '../../src/fields/compact-info/settings.ts'
import * as compactTable from '../../src/fields/compact-table/settings.ts'
import * as currency from '../../src/fields/currency/settings.ts'
import * as date from '../../src/fields/date/settings.ts'
import * as days from '../../src/fields/days/settings.ts'
import * as fieldMapping from '../../src/fields/field-mapping/settings.ts'
import * as info from '../../src/fields/info/settings.ts'
import * as lookup from '../../src/fields/lookup/settings.ts'
import * as mobile from '../../src/fields/mobile/settings.ts'
import * as notices from '../../src/fields/notices/settings.ts'
import * as pdf from '../../src/fields/pdf/settings.ts'
import * as search from '../../src/fields/search/settings.ts'
import * as signature from '../../src/fields/signature/settings.ts'
import * as spacer from '../../src/fields/spacer/settings.ts'
import * as splitButton from '../../src/fields/split-button/settings.ts'
import * as staff from '../../src/fields/staff/settings.ts'
import * as task from '../../src/fields/task/settings.ts'
import * as text from '../../src/fields/text/settings.ts'
import * as timeChoice from '../../src/fields/time-choice/settings.ts'
import * as timePicker from '../../src/fields/time-picker/settings.ts'
import * as toggle from '../../src/fields/toggle/settings.ts'
import * as treeview from '../../src/fields/treeview/settings.ts'
import * as validation from '../../src/fields/validation/settings.ts'
import * as video from '../../src/fields/video/settings.ts'

/** The field types, by folder of src/fields. A new folder is a line here and an import. */
export const fieldSettings = {
  ...text,
  ...mobile,
  ...currency,
  ...days,
  ...timeChoice,
  ...date,
  ...choice,
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
}
