import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FrontProgram, type RunningFront, runFront } from './front-program.ts'

/** Those that a release has a file for. */
export const fronts: readonly FrontProgram[] = ['caddy', 'nginx', 'haproxy']

export interface Certificate {
  /** The authority, which a client has to trust. */
  authority: string
  chain: string
  key: string
  /** Chain and key in one file, as HAProxy reads them. */
  both: string
}

/** A certificate for localhost by an authority that nobody else trusts. */
export function makeCertificate(folder: string): Certificate {
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' })
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']
  const authority = ['-keyout', at('authority.key'), '-out', at('authority.pem')]
  openssl('req', '-x509', ...fresh, '-subj', '/CN=A throwaway authority', '-days', '2', ...authority)
  const signed = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  openssl('req', '-x509', ...fresh, ...name, ...signed, '-keyout', at('key.pem'), '-out', at('chain.pem'))
  const [chain, key] = [at('chain.pem'), at('key.pem')]
  writeFileSync(at('both.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'))
  return { authority: readFileSync(at('authority.pem'), 'utf8'), chain, key, both: at('both.pem') }
}

interface Place {
  folder: string
  certificate: Certificate
  /** Where it is reached by https, and by http. */
  port: number
  plainPort: number
  /** The server's, on 127.0.0.1. */
  serverPort: number
}

/** Starts a front with the file that a release has; names, ports and the certificate alone are others. */
export async function startFront(front: FrontProgram, place: Place): Promise<RunningFront> {
  const home = join(place.folder, front)
  mkdirSync(home, { recursive: true })
  // Each sends plain requests to https, Caddy too; only a server that is ready does so.
  const isUp = async () => {
    const { status } = await fetch(`http://127.0.0.1:${place.plainPort}/`, { redirect: 'manual' })
    return status >= 300 && status < 400
  }
  return runFront(front, { args: configured[front](home, place), home, isUp })
}

/** Each writes its files, and gives the words to start it with. */
const configured: Record<FrontProgram, (home: string, place: Place) => string[]> = {
  caddy(home, { certificate, port, plainPort, serverPort }) {
    const text = changed('deploy/Caddyfile', [
      ['www.example.com {', `localhost {\n\ttls ${certificate.chain} ${certificate.key}`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    const file = join(home, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${text}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
  nginx(home, { certificate, port, plainPort, serverPort }) {
    const text = changed('deploy/nginx.conf', [
      ['/etc/letsencrypt/live/www.example.com/fullchain.pem', certificate.chain],
      ['/etc/letsencrypt/live/www.example.com/privkey.pem', certificate.key],
      ['https://www.example.com$request_uri', `https://localhost:${port}$request_uri`],
      ['server_name www.example.com', 'server_name localhost 127.0.0.1'],
      ['listen 80;', `listen ${plainPort};`],
      ['listen [::]:80;', `listen [::]:${plainPort};`],
      ['listen 443 ssl', `listen ${port} ssl`],
      ['listen [::]:443 ssl', `listen [::]:${port} ssl`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    writeFileSync(join(home, 'backline.conf'), text)
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${home}/${name};`,
    )
    // Debian's own nginx.conf compresses; ours has to hold within it.
    const http = [...own, 'access_log off;', 'gzip on;', 'include backline.conf;'].join('\n')
    writeFileSync(
      join(home, 'nginx.conf'),
      `pid ${home}/pid;\ndaemon off;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
    )
    return ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')]
  },
  haproxy(home, { certificate, port, plainPort, serverPort }) {
    const file = join(home, 'haproxy.cfg')
    const text = changed('deploy/haproxy.cfg', [
      // To the end of each, since a port of ours may begin like one of theirs.
      ['bind :80\n', `bind :${plainPort}\n`],
      ['bind :443 ssl', `bind :${port} ssl`],
      ['/etc/haproxy/www.example.com.pem', certificate.both],
      ['server one 127.0.0.1:3000', `server one 127.0.0.1:${serverPort}`],
    ])
    writeFileSync(file, text)
    return ['-db', '-f', file]
  },
}

/** The file with other names; each of the old ones has to be in it. */
function changed(file: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no '${from}'.`)
      return text.replaceAll(from, to)
    },
    readFileSync(file, 'utf8'),
  )
}
