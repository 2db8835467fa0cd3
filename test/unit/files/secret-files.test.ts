import assert from 'node:assert/strict';
import { isSecretFile } from '../../../src/files/secret-files.ts';

describe('isSecretFile', () => {
  const secret = [
    '.env',
    '.env.local',
    '.env.production',
    '.ENV',
    'prod.env',
    '.envrc',
    '.env.bak',
    '.env~',
    '.env-prod',
    'server.pem',
    'server.PEM',
    'tls.key',
    'site.crt',
    'a.p12',
    'a.pfx',
    'a.jks',
    'a.keystore',
    'a.ppk',
    'a.kdbx',
    'a.gpg',
    'a.asc',
    'id_rsa',
    'id_ed25519',
    'id_ecdsa_sk',
    'id_rsa.bak',
    'authorized_keys',
    'known_hosts',
    '.npmrc',
    '.pypirc',
    '.netrc',
    '_netrc',
    '.pgpass',
    '.htpasswd',
    '.git-credentials',
    '.dockercfg',
    '.yarnrc.yml',
    'credentials',
    'credentials.json',
    'aws-credentials.csv',
    'client_credential.json',
    'secrets.yaml',
    'secret.txt',
    'app-secrets.yml',
    'service-account.json',
    'service_account_prod.json',
    'kubeconfig',
    'terraform.tfvars',
    'terraform.tfstate',
    '.ssh/config',
    '.aws/config',
    '.kube/config',
    '.gnupg/pubring.kbx',
    '.docker/config.json',
    'local.settings.json',
  ];
  const open = [
    'env.ts',
    'environment.ts',
    'index.env.ts',
    '.env.example',
    '.env.sample',
    '.env.template',
    'secrets.example',
    'key.ts',
    'keyboard.key.ts',
    'pem.py',
    'certificate.ts',
    'id_rsa.ts',
    'npmrc.md',
    'credentials-form.tsx',
    'secrets-manager.ts',
    'app-secrets.ts',
    'ssh/config',
    'aws/config.ts',
    'package.json',
    'settings.json',
    'README',
    'Dockerfile',
    '',
  ];
  for (const path of secret) {
    it(`is: ${path}`, () => {
      assert.ok(isSecretFile(path));
      assert.ok(isSecretFile(`/home/someone/${path}`));
      assert.ok(isSecretFile(`C:\\Users\\someone\\${path.replaceAll('/', '\\')}`));
    });
  }
  for (const path of open) {
    it(`is not: ${path}`, () => assert.ok(!isSecretFile(`/home/someone/${path}`)));
  }

  it('goes by the language as well', () => {
    assert.ok(isSecretFile('/a/settings', 'dotenv'));
    assert.ok(!isSecretFile('/a/settings', 'typescript'));
  });
});
