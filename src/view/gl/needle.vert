// A flat arrow on the sphere. `corner`: along and across it, in half lengths. `at`: its
// middle and half length; `way`: unit direction and thickness.
uniform mat4 clip;
uniform vec3 eye;
uniform vec4 sphere;
in vec2 corner;
in vec4 at;
in vec4 way;
in vec4 tint;
out vec4 col;
out float near_side;
out float dash;

void main() {
    vec3 up = normalize(at.xyz - sphere.xyz);
    vec3 p = at.xyz + (way.xyz * corner.x + cross(up, way.xyz) * corner.y * way.w) * at.w;
    near_side = dot(up, normalize(eye - p));
    dash = 0.0;
    col = tint;
    gl_Position = clip * vec4(p, 1.0);
}
