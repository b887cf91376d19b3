import { defineService } from '@herald/service';
import { changePassword } from './change-password';
import { config } from './config';
import { createProfile } from './create-profile';
import { createRegisterType } from './create-register-type';
import { coreIdpDeps } from './deps';
import { listRegisterTypes } from './list-register-types';
import { passwordTokens } from './password-token.model';
import { profiles } from './profile.model';
import { registerTypes } from './register-type.model';
import { requestPasswordChange } from './request-password-change';
import { personalData } from './personal-data';
import { retention } from './retention';

export const service = defineService({
  name: 'core-idp',
  summary: 'Registration forms, profiles of users and the change of their passwords',
  needs: ['mail'],
  calls: ['company'],
  config,
  records: [passwordTokens, profiles, registerTypes],
  routes: { createRegisterType, listRegisterTypes, createProfile, requestPasswordChange, changePassword },
  personalData,
  retention,
  deps: coreIdpDeps,
});
