import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSnapshot } from '../../server/storage/embedded/makeSnapshot.ts'
import { type CrashOptions, type CrashResult, crashRounds } from './rounds.ts'

const sh = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** Returns why this machine cannot simulate a power cut, or undefined if it can. */
export function whyNoPowerCut(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to mount a file system of its own'
  const folder = mkdtempSync(join(tmpdir(), 'muster-loop-'))
  try {
    const image = makeImage(folder, '16M')
    sh('losetup', '-d', sh('losetup', '-f', '--show', image))
    return undefined
  } catch (error) {
    return `it needs loop devices and ext4 (${String((error as { stderr?: string }).stderr ?? error).trim()})`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeImage(folder: string, size: string): string {
  const image = join(folder, 'disk.img')
  sh('truncate', '-s', size, image)
  sh('mkfs.ext4', '-q', '-F', image)
  return image
}

/**
 * Simulates power cuts under load for the embedded storage on an ext4 disk image. The server is stopped and
 * the image is copied: the copy has only flushed data, not data in kernel memory. Then the server is killed
 * and the copy becomes the disk.
 */
export async function cutPower(settings: Pick<CrashOptions, 'rounds' | 'saves' | 'onRound'>): Promise<CrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-powercut-'))
  const disk = join(folder, 'disk')
  const snapshot = join(folder, 'snapshot.tar.gz')
  mkdirSync(disk)
  await makeSnapshot(snapshot)
  const image = makeImage(folder, '700M')
  let device = ''
  const plugIn = () => {
    device = sh('losetup', '-f', '--show', image)
    sh('mount', device, disk)
  }
  const unplug = () => {
    if (!device) return
    sh('umount', disk)
    sh('losetup', '-d', device)
    device = ''
  }
  plugIn()
  try {
    return await crashRounds({
      ...settings,
      storageOptions: { dataDir: join(disk, 'data'), snapshot },
      checkpointEvery: 97,
      countLate: false,
      async crash(saver) {
        saver.kill('SIGSTOP')
        const asItIs = join(folder, 'cut.img')
        sh('cp', '--sparse=always', image, asItIs)
        const ended = new Promise((resolve) => saver.once('exit', resolve))
        saver.kill('SIGKILL')
        await ended
        unplug()
        renameSync(asItIs, image)
        plugIn()
      },
    })
  } catch (error) {
    // The rest of the disk shows the cause of the failure.
    const evidence = `${folder}-failed.img`
    cpSync(image, evidence)
    throw new Error(`the disk is kept as ${evidence}`, { cause: error })
  } finally {
    unplug()
    rmSync(folder, { recursive: true, force: true })
  }
}
