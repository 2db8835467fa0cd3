// Stands in for the native module @vscode/spdlog in the VS Code that is installed from the npm registry: building
// that one needs a compiler and Node's headers. Without either, no output channel of kind “log” ever has a line.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, message) {
    if (level >= this.#level) {
      const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
      const line = this.#plain ? message : `${time} [${LEVELS[level]}] ${message}\n`;
      try {
        appendFileSync(this.#file, line);
      } catch {
        // The folder goes away while VS Code is shutting down.
      }
    }
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#plain = false;
  }
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}
}

const create = async (_name, file) => new Logger(file);

// Assigned one by one, or an import from an ES module would not see the names.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
