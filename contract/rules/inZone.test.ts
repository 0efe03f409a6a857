import { afterEach, describe, expect, it, vi } from 'vitest'
import { endOfDay, inZone, momentIn } from './inZone.ts'
import { dayOf } from './daysLater.ts'

/** Clock changes of hour and half hour, at night and at midnight, and a zone that skipped a whole day. */
const hosts = ['UTC', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Apia']

const utc = (text: string) => Date.parse(`${text}Z`)
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

describe.each(hosts)('the clocks of a site, on a device in %s', (host) => {
  vi.stubEnv('TZ', host)
  afterEach(() => void vi.stubEnv('TZ', host))

  it.each([
    ['America/New_York', '2026-03-08T06:59', '2026-03-08', 1, 59],
    ['America/New_York', '2026-03-08T07:00', '2026-03-08', 3, 0],
    ['America/New_York', '2026-11-01T05:30', '2026-11-01', 1, 30],
    ['America/New_York', '2026-11-01T06:30', '2026-11-01', 1, 30],
    ['Asia/Kolkata', '2026-11-01T18:30', '2026-11-02', 0, 0],
    ['Pacific/Apia', '2011-12-30T10:00', '2011-12-31', 0, 0],
    ['Mars/Base', '2026-11-01T06:30', '2026-11-01', 6, 30],
    ['', '2026-11-01T06:30', '2026-11-01', 6, 30],
  ])('in %s at %s UTC the day is %s and the time %d:%d', (zone, at, day, hours, minutes) => {
    vi.stubEnv('TZ', host)
    const there = inZone(zone, utc(at))
    expect([dayOf(there), there.getHours(), there.getMinutes()]).toEqual([day, hours, minutes])
  })

  it.each([
    ['the usual case', 'America/New_York', '2026-06-01T09:00', '2026-06-01T13:00'],
    ['the hour before clocks go forward', 'America/New_York', '2026-03-08T01:59', '2026-03-08T06:59'],
    ['the hour after clocks go forward', 'America/New_York', '2026-03-08T03:00', '2026-03-08T07:00'],
    ['an hour that clocks skip', 'America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
    ['an hour that clocks skip in the east', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
    ['an hour that clocks show twice', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['an hour that clocks show twice in the east', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['the hour after clocks went back', 'America/New_York', '2026-11-01T02:00', '2026-11-01T07:00'],
    ['a change of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
    ['an unknown zone', 'Mars/Base', '2026-03-08T02:30', '2026-03-08T02:30'],
    ['no zone', undefined, '2026-03-08T02:30', '2026-03-08T02:30'],
  ])('finds the moment of a time: %s (%s)', (_, zone, shown, moment) => {
    vi.stubEnv('TZ', host)
    expect(iso(momentIn(zone, utc(shown)))).toBe(moment)
  })

  it.each([
    ['on a short day', 'America/New_York', '2026-03-08T06:00', '2026-03-09T04:00'],
    ['on a long day', 'America/New_York', '2026-11-01T05:00', '2026-11-02T05:00'],
    ['a minute before midnight', 'Australia/Perth', '2026-06-01T15:59', '2026-06-01T16:00'],
    ['at midnight', 'Australia/Perth', '2026-06-01T16:00', '2026-06-02T16:00'],
    ['where clocks skip midnight', 'America/Santiago', '2026-09-05T20:00', '2026-09-06T04:00'],
    ['where clocks go back at midnight', 'America/Santiago', '2026-04-04T20:00', '2026-04-05T04:00'],
    ['while clocks change on the device but not on the site', 'Asia/Qatar', '2014-05-15T18:12', '2014-05-15T21:00'],
    ['in an unknown zone', 'Mars/Base', '2026-06-01T15:00', '2026-06-02T00:00'],
    ['without a zone', undefined, '2026-06-01T15:00', '2026-06-02T00:00'],
  ])('ends the day at midnight of the site: %s (%s)', (_, zone, at, end) => {
    vi.stubEnv('TZ', host)
    expect(iso(endOfDay(utc(at), zone))).toBe(end)
  })
})
