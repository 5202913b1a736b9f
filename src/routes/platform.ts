import { z } from 'zod';
import { tenantCreate } from '../handlers/tenant-create.ts';
import { AuthUser, newPassword } from '../http/auth-shapes.ts';
