import type { ParametersOf } from '../models/set-parameters.ts';

export type CompletionParameters = ParametersOf['completion'];

export const PARAMETERS_SETTING = 'inkwell.completion.parameters';
