import type { FastifyInstance } from 'fastify'
import {
  checkDeviceCode,
  codeMinutes,
  codePath,
  commandDevice,
  DeviceQr,
  deviceDetail,
  deviceTicket,
  listDevices,
  mayLock,
  mostCodeMinutes,
  pingDevice,
  registerDevice,
} from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { type App, addressOf } from '../../domain/app.ts'
import { makeCode } from '../../domain/devices/makeCode.ts'
import { askDevice, commandsOf } from '../../domain/devices/commandsOf.ts'
import { deviceOfPerson, devicesOf, noSuchDevice } from '../../domain/devices/devicesOf.ts'
import { joinAccount, makeTicket, managedAccount } from '../../domain/devices/joinAccount.ts'
import { checkCode, takeReport } from '../../domain/devices/takeReport.ts'
import { kiosksOf } from '../../domain/kiosk/kiosksOf.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

const ofDevice = { anyActor: true }

export const deviceRoutes = [
  serve(listDevices, async ({ app, me }) => {
    const [devices, kiosks] = await Promise.all([devicesOf(app, me), kiosksOf(app, me)])
    return { devices, kiosks }
  }),
  serve(deviceDetail, async ({ app, me, params }) => {
    const device = await deviceOfPerson(app, me, params.device)
    return { device, commands: await commandsOf(app, params.device) }
  }),
  serve(commandDevice, async ({ app, me, params, body }) => ({ command: await askDevice(app, me, { ...body, device: params.device }) })),
  serve(deviceTicket, ({ app, me, body, origin }) => makeTicket(app, { me, billing: body.billing, origin })),
  serve(
    registerDevice,
    ({ app, body, device, deviceKey, address }) => joinAccount(app, { ...body, token: body.token, device, deviceKey, address }),
    ofDevice,
  ),
  serve(pingDevice, ({ app, body, device, deviceKey, address }) => takeReport(app, { ...body, device, deviceKey, address }), ofDevice),
  serve(checkDeviceCode, ({ app, body, device, address }) => checkCode(app, { ...body, device, address }), ofDevice),
]

/**
 * `GET /api/device/qr.png`: a code for a device to print or show. A code that locks or unlocks is signed,
 * for that purpose only, and expires.
 */
export function addDeviceQr(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get('/api/device/qr.png', async (request, reply) => {
    const { person } = await identify(app, settings, request, reply)
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
    const read = DeviceQr.safeParse(request.query)
    if (!read.success) {
      const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      throw new Refused(
        400,
        'INVALID',
        text('A code needs billing and device. A code that locks or unlocks also needs content and validity.'),
        { details },
      )
    }
    const { billing, device: key, content = 'page' } = read.data
    const minutes = Number(read.data.validity ?? codeMinutes)
    const account = await managedAccount(app, person, billing)
    const device = await deviceOfPerson(app, person, key)
    if (device.billingAccount.id !== billing) throw noSuchDevice()
    const site = addressOf(app, `${request.protocol}://${request.host}`)
    let address = `${site}/devices/${key}`
    if (content !== 'page') {
      if (!mayLock(device.versionCode))
        throw new Refused(400, 'INVALID', text('The app on this device is too old to be locked. Please update it first.'))
      if (minutes < 1 || minutes > mostCodeMinutes)
        throw new Refused(400, 'INVALID', text('A code is valid for 1 to {mostCodeMinutes} minutes.'), {
          values: { mostCodeMinutes },
          details: [{ path: 'validity', message: `expected 1 to ${mostCodeMinutes}` }],
        })
      const until = Math.floor(Date.now() / 1000) + minutes * 60
      address = `${site}${codePath}${makeCode(app, { for: content, by: person.uid, billing, account: account.slice(0, 60), device: key, until })}`
    }
    // Only loaded for a code: most servers draw none.
    const { default: QRCode } = await import('qrcode')
    const png = await QRCode.toBuffer(address, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="device-${device.shortId}.png"`)
      .type('image/png')
      .send(png)
  })
}
