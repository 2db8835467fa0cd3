/** Files by whose name it is known that they hold secrets; compared in lower case. */
const NAMES =
  /^(?:\.env(?:[.\-_].*)?|.*\.env|\.envrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.git-credentials|\.s3cfg|\.boto|\.vault-token|\.bash_history|\.zsh_history|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?|authorized_keys|known_hosts|credentials(?:\..*)?|.*[._-]credentials?(?:\..*)?|secrets?(?:\..*)?|.*[._-]secrets?\.(?:json|ya?ml|toml|ini|env|txt|properties|tfvars)|service[_-]?account.*\.json|kubeconfig|.*\.kubeconfig|.*\.tfstate(?:\.backup)?|.*\.tfvars(?:\.json)?|htpasswd|shadow|passwd|local\.settings\.json|appsettings\..*\.json)$/;

/** Keys, certificates and their stores. */
const ENDINGS =
  /\.(?:pem|key|crt|cer|der|p7b|p7s|p8|p12|pfx|csr|jks|jceks|keystore|truststore|bks|ppk|gpg|pgp|asc|kdbx?|keytab|ovpn|mobileprovision|age|agekey)$/;

/** Folders of which all is secret. */
const FOLDERS = /(?:^|\/)\.(?:ssh|aws|azure|gnupg|kube|docker|gcloud|password-store)\//;

/** Samples without anything in them; people write these. */
const SAMPLES = /^(?:\.env|secrets?|credentials)[.\-_](?:example|sample|template|dist|defaults?)$/;

/** Languages of VS Code that are for such files, whatever their name. */
const LANGUAGES = new Set(['dotenv', 'pem']);

/**
 * Whether a file is one of those that hold keys and passwords, of which nothing is ever sent without being asked for.
 *
 * @param path with slashes
 * @param language VS Code's id
 */
export function isSecretFile(path: string, language = ''): boolean {
  const lower = path.toLowerCase().replaceAll('\\', '/');
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (FOLDERS.test(lower)) {
    return true;
  }
  // A copy is as secret as what it is of.
  const bare = name.replace(/(?:~|\.(?:bak|old|orig|save|swp|tmp|copy))+$/, '');
  if (SAMPLES.test(bare)) {
    return false;
  }
  return NAMES.test(bare) || ENDINGS.test(bare) || LANGUAGES.has(language);
}
