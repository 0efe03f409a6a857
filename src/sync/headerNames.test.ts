import { expect, it } from 'vitest'
import { addressOf } from '../../contract/endpoint.ts'
import { leaveDevice } from '../../contract/endpoints/grants.ts'
import { cancelOp, reconcileOutbox, writeHeaders } from '../../contract/endpoints/records.ts'
import { ping } from '../../contract/endpoints/sign-in.ts'
import { getUploadReceipt, uploadChunk as declaredChunk, uploadsPath as declaredPath } from '../../contract/endpoints/uploads.ts'
import {
  cancelAddress,
  headerNames,
  leaveAddress,
  pingAddress,
  receiptAddress,
  reconcileAddress,
  uploadChunk,
  uploadsPath,
} from './headerNames.ts'

it('what the service worker repeats of the contract is what the contract says', () => {
  const id = 'AbCdEfGhIjKlMnOpQrSt'
  expect(headerNames).toEqual(writeHeaders)
  expect([uploadsPath, uploadChunk]).toEqual([declaredPath, declaredChunk])
  expect(cancelAddress(id)).toBe(addressOf(cancelOp, { opId: id }))
  expect(receiptAddress(id)).toBe(addressOf(getUploadReceipt, { id }))
  expect([reconcileAddress, pingAddress, leaveAddress]).toEqual([reconcileOutbox.path, ping.path, leaveDevice.path])
})
