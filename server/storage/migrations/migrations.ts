import { start } from './0001-start.ts'
import { saveRecord } from './0002-save-record.ts'
import { formVersions } from './0003-form-versions.ts'
import { linksAndTranslations } from './0004-links-and-translations.ts'
import { saveRecords } from './0005-save-records.ts'
import { gathered } from './0006-gathered.ts'
import { recordEdits } from './0007-record-edits.ts'
import { grants } from './0008-grants.ts'
import { feed } from './0009-feed.ts'
import { chain } from './0010-chain.ts'
import { steady } from './0011-steady.ts'
import { company } from './0012-company.ts'
import { losses } from './0013-losses.ts'
import { signIn } from './0014-sign-in.ts'
import { kiosk } from './0015-kiosk.ts'
import { devices } from './0016-devices.ts'
import { libraries } from './0019-libraries.ts'
import { projects } from './0020-projects.ts'
import { conversations } from './0021-conversations.ts'
import { billing } from './0024-billing.ts'
import { reports } from './0025-reports.ts'
import { chat } from './0026-chat.ts'
import { lostPaths } from './0027-lost-paths.ts'
import { doubts } from './0028-doubts.ts'
import { metering } from './0029-metering.ts'
import { once } from './0031-once.ts'
import { finding } from './0032-finding.ts'
import { held } from './0033-held.ts'
import { botsOfAForm } from './0034-bots-of-a-form.ts'
import { uploadsByAddress } from './0038-uploads-by-address.ts'
import { pinBrowsers } from './0039-pin-browsers.ts'
/**
 * Applied in this order, each once. A migration that has been released is never edited; it is followed by another one. Only additions:
 * the version before must be able to run on the result, so that an update can be taken back.
 */
export const migrations: readonly { readonly id: string; readonly sql: string }[] = [
  { id: '0001-start', sql: start },
  { id: '0002-save-record', sql: saveRecord },
  { id: '0003-form-versions', sql: formVersions },
  { id: '0004-links-and-translations', sql: linksAndTranslations },
  { id: '0005-save-records', sql: saveRecords },
  { id: '0006-gathered', sql: gathered },
  { id: '0007-record-edits', sql: recordEdits },
  { id: '0008-grants', sql: grants },
  { id: '0009-feed', sql: feed },
  { id: '0010-chain', sql: chain },
  { id: '0011-steady', sql: steady },
  { id: '0012-company', sql: company },
  { id: '0013-losses', sql: losses },
  { id: '0014-sign-in', sql: signIn },
  { id: '0015-kiosk', sql: kiosk },
  { id: '0016-devices', sql: devices },
  { id: '0020-projects', sql: projects },
  { id: '0019-libraries', sql: libraries },
  { id: '0021-conversations', sql: conversations },
  { id: '0026-chat', sql: chat },
  { id: '0025-reports', sql: reports },
  { id: '0024-billing', sql: billing },
  { id: '0027-lost-paths', sql: lostPaths },
  { id: '0028-doubts', sql: doubts },
  { id: '0029-metering', sql: metering },
  { id: '0031-once', sql: once },
  { id: '0032-finding', sql: finding },
  { id: '0033-held', sql: held },
  { id: '0034-bots-of-a-form', sql: botsOfAForm },
  { id: '0038-uploads-by-address', sql: uploadsByAddress },
  { id: '0039-pin-browsers', sql: pinBrowsers },
]
